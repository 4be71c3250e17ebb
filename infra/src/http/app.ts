import express, { Router, type Express, type RequestHandler } from 'express'
import { measuredHttp, type HttpMeasure } from '../metrics/measured-http.ts'
import { metricsRoute } from '../metrics/metrics-route.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Log } from '../telemetry.ts'
import { notFoundHere } from './allowed-methods.ts'
import { correlate, correlationOf } from './correlation.ts'
import { health, type Readiness } from './health.ts'
import { jsonBody } from './json-body.ts'
import { pages } from './pages.ts'
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

export type AppOptions = OperationsOptions & {
  /** Everything under `/api`, but for the routes of accounts. */
  api: Router
  /** The routes of accounts, which answer under `/api/auth` and `/auth`. */
  accounts: Router
  /** What answers under `/uploads`. */
  uploads: Router
  /** Directory of the built frontend. */
  frontend: string
  /** Proxies whose word about a caller's address counts: addresses or networks. */
  trustedProxies?: readonly string[]
}

/** The whole HTTP side: headers, bodies, routes, pages and the one exit for everything that went wrong. */
export function createApp(options: AppOptions): Express {
  const { log, api, accounts, uploads, frontend, trustedProxies = [] } = options
  const measure = measuredHttp(options.metrics)
  const app = bareApp()
  app.set('trust proxy', [...trustedProxies])

  app.use(...everywhere(options, measure))
  // One router for both addresses, so that what is told about one is true for the other.
  const known = Router().use('/auth', accounts).use('/', api)
  app.use('/api', neverCached, jsonBody, known, notFoundHere(known))
  app.use('/auth', neverCached, jsonBody, accounts, unlessPage(notFoundHere(accounts)))
  app.use('/uploads', uploads, notFoundHere(uploads))
  app.use(pages(frontend))
  app.use(notFoundHere(Router()))
  app.use(answerProblems(log, measure.refused))
  return app
}

/** The HTTP side of a process that serves nobody but those who run it. */
export function operationsApp(options: OperationsOptions): Express {
  const measure = measuredHttp(options.metrics)
  const app = bareApp()
  app.use(...everywhere(options, measure))
  app.use(notFoundHere(Router()), answerProblems(options.log, measure.refused))
  return app
}

function bareApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  // Answers that are worth an ETag make their own: the position of their view.
  app.disable('etag')
  app.set('query parser', 'simple')
  return app
}

function everywhere(options: OperationsOptions, measure: HttpMeasure): RequestHandler[] {
  const { publicUrl, log, readiness, metrics, metricsToken: token } = options
  const figures = metricsRoute({
    registry: metrics.registry,
    publicUrl,
    ...(token !== undefined && { token }),
  })
  return [correlate, securityHeaders(publicUrl), logged(log, measure), health(readiness), figures]
}

const neverCached: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

/** Some addresses under `/auth` are pages of the frontend. */
function unlessPage(otherwise: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next()
    else return otherwise(request, response, next)
  }
}

/** One line per request that changes something or goes wrong; the path without its query, where secrets may ride. */
function logged(log: Log, measure: HttpMeasure): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('finish', () => {
      const isWorthIt = response.statusCode >= 500 || !['GET', 'HEAD'].includes(method)
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
