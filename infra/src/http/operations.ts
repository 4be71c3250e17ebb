import { refuse } from '@thirty/contracts/refusals.ts'
import express, { Router, type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { measuredHttp, type HttpMeasure } from '../metrics/measured-http.ts'
import { metricsRoute } from '../metrics/metrics-route.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Log } from '../telemetry.ts'
import { notFoundHere } from './allowed-methods.ts'
import { correlate, correlationOf } from './correlation.ts'
import { health, type Readiness } from './health.ts'
import { answerProblems } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

/** What every process answers, whatever its role is. */
export type OperationsOptions = {
  publicUrl: URL
  log: Log
  readiness: Readiness
  metrics: Metrics
  /** Without one, figures are for the neighbourhood only. */
  metricsToken?: string
}

/** The HTTP side of a process that serves nobody but those who run it. */
export const operationsApp = (options: OperationsOptions): Express =>
  bareApp().use(...operations(options), notFoundHere(Router()), ending(options))

/** The HTTP side of a process that is not ready to serve: it says how it is, and asks everybody else to come again. */
export const startingApp = (options: OperationsOptions): Express =>
  bareApp().use(...operations(options), comeAgain, ending(options))

const comeAgain: RequestHandler = () =>
  refuse('busy', 'The server is starting. Please try again in a moment.')

/** An application without what Express tells about itself. */
export function bareApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  // Answers that are worth an ETag make their own: the position of their view.
  app.disable('etag')
  app.set('query parser', 'simple')
  return app
}

/** What stands before everything else: request ids, headers, a line in the log, and what operators ask. */
export function operations(options: OperationsOptions): RequestHandler[] {
  const { publicUrl, log, readiness, metrics, metricsToken: token } = options
  const { registry } = metrics
  const figures = metricsRoute({ registry, publicUrl, ...(token !== undefined && { token }) })
  return [
    correlate,
    securityHeaders(publicUrl),
    logged(log, measuredHttp(metrics)),
    health(readiness),
    figures,
  ]
}

/** What stands behind everything else: the one exit for all that went wrong. */
export const ending = ({ log, metrics }: OperationsOptions): ErrorRequestHandler =>
  answerProblems(log, (code) => metrics.refusals.inc({ code }))

/** Asked every few seconds, also while something is wrong; who asks makes more of the answer than a line would. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** One line per request that changes something or goes wrong; the path without its query, where secrets may ride. */
function logged(log: Log, measure: HttpMeasure): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('finish', () => {
      const isWorthIt = (response.statusCode >= 500 && !probes.has(path)) || !['GET', 'HEAD'].includes(method)
      const taken = performance.now() - startedAt
      measure.answered(request, response, taken)
      const milliseconds = Math.round(taken * 10) / 10
      const entry = {
        method,
        path,
        status: response.statusCode,
        milliseconds,
        correlation: correlationOf(request),
      }
      log[isWorthIt ? 'info' : 'debug'](entry, 'request')
    })
    next()
  }
}
