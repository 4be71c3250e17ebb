import express, { Router, type Express, type RequestHandler } from 'express'
import type { Log } from '../telemetry.ts'
import { notFoundHere } from './allowed-methods.ts'
import { correlate, correlationOf } from './correlation.ts'
import { health, type Readiness } from './health.ts'
import { jsonBody } from './json-body.ts'
import { pages } from './pages.ts'
import { answerProblems } from './problems.ts'
import { securityHeaders } from './security-headers.ts'

export type AppOptions = {
  publicUrl: URL
  log: Log
  readiness: Readiness
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
  const { publicUrl, log, readiness, api, accounts, uploads, frontend, trustedProxies = [] } = options
  const app = express()
  app.disable('x-powered-by')
  // Answers that are worth an ETag make their own: the position of their view.
  app.disable('etag')
  app.set('query parser', 'simple')
  app.set('trust proxy', [...trustedProxies])

  app.use(correlate, securityHeaders(publicUrl), logged(log), health(readiness))
  // One router for both addresses, so that what is told about one is true for the other.
  const known = Router().use('/auth', accounts).use('/', api)
  app.use('/api', neverCached, jsonBody, known, notFoundHere(known))
  app.use('/auth', neverCached, jsonBody, accounts, unlessPage(notFoundHere(accounts)))
  app.use('/uploads', uploads, notFoundHere(uploads))
  app.use(pages(frontend))
  app.use(notFoundHere(Router()))
  app.use(answerProblems(log))
  return app
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
function logged(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('finish', () => {
      const isWorthIt = response.statusCode >= 500 || !['GET', 'HEAD'].includes(method)
      const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10
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
