import { refuse } from '@thirty/contracts/refusals.ts'
import express, { Router, type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import { httpMetrics, type HttpMetrics } from '../metrics/http-metrics.ts'
import { metricsRouter } from '../metrics/metrics-router.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Logger } from '../logger.ts'
import { notFoundHandler } from './not-found-handler.ts'
import { assignCorrelationId, correlationIdOf } from './correlation.ts'
import { healthRouter, type ReadinessCheck } from './health.ts'
import { createErrorHandler } from './error-handler.ts'
import { securityHeaders } from './security-headers.ts'

/** What every process answers, whatever its role is. */
export type OperationalAppOptions = {
  publicUrl: URL
  log: Logger
  readiness: ReadinessCheck
  metrics: Metrics
  /** Without one, figures are for the neighbourhood only. */
  metricsToken?: string
}

/** The HTTP side of a process that serves nobody but those who run it. */
export const createOperationalApp = (options: OperationalAppOptions): Express =>
  createExpressApp().use(...operationalMiddleware(options), notFoundHandler(Router()), errorHandler(options))

/** The HTTP side of a process that is not ready to serve: it says how it is, and asks everybody else to come again. */
export const createStartingApp = (options: OperationalAppOptions): Express =>
  createExpressApp().use(...operationalMiddleware(options), comeAgain, errorHandler(options))

const comeAgain: RequestHandler = () =>
  refuse('busy', 'The server is starting. Please try again in a moment.')

/** An application without what Express tells about itself. */
export function createExpressApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  // Answers that are worth an ETag make their own: the position of their view.
  app.disable('etag')
  app.set('query parser', 'simple')
  return app
}

/** What stands before everything else: request ids, headers, a line in the log, and what operators ask. */
export function operationalMiddleware(options: OperationalAppOptions): RequestHandler[] {
  const { publicUrl, log, readiness, metrics, metricsToken: token } = options
  const { registry } = metrics
  const figures = metricsRouter({ registry, publicUrl, ...(token !== undefined && { token }) })
  return [
    assignCorrelationId,
    securityHeaders(publicUrl),
    logged(log, httpMetrics(metrics)),
    healthRouter(readiness),
    figures,
  ]
}

/** What stands behind everything else: the one exit for all that went wrong. */
export const errorHandler = ({ log, metrics }: OperationalAppOptions): ErrorRequestHandler =>
  createErrorHandler(log, (code) => metrics.refusals.inc({ code }))

/** Asked every few seconds, also while something is wrong; who asks makes more of the answer than a line would. */
const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** One line per request that changes something or goes wrong; the path without its query, where secrets may ride. */
function logged(log: Logger, measure: HttpMetrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('finish', () => {
      const isWorthIt = (response.statusCode >= 500 && !probes.has(path)) || !['GET', 'HEAD'].includes(method)
      const taken = performance.now() - startedAt
      measure.recordResponse(request, response, taken)
      const milliseconds = Math.round(taken * 10) / 10
      const entry = {
        method,
        path,
        status: response.statusCode,
        milliseconds,
        correlation: correlationIdOf(request),
      }
      log[isWorthIt ? 'info' : 'debug'](entry, 'request')
    })
    next()
  }
}
