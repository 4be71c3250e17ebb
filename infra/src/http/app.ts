import { Router, type Express, type RequestHandler } from 'express'
import { notFoundHandler } from './not-found-handler.ts'
import {
  createExpressApp,
  errorHandler,
  operationalMiddleware,
  type OperationalAppOptions,
} from './operational-app.ts'
import { jsonBody } from './endpoint/json-body.ts'
import { frontendRouter } from './frontend-router.ts'

export type AppOptions = OperationalAppOptions & {
  /** Everything under `/api`, but for the routes of accounts. */
  api: Router
  /** The routes of accounts, which answer under `/api/auth` and `/auth`. */
  authRoutes: Router
  /** What answers under `/uploads`. */
  uploads: Router
  /** Directory of the built frontend. */
  frontend: string
  /** Proxies whose word about a caller's address counts: addresses or networks. */
  trustedProxies?: readonly string[]
}

/** The whole HTTP side: headers, bodies, routes, pages and the one exit for everything that went wrong. */
export function createApp(options: AppOptions): Express {
  const { api, authRoutes: accounts, uploads, frontend, trustedProxies = [] } = options
  const app = createExpressApp()
  app.set('trust proxy', [...trustedProxies])

  app.use(...operationalMiddleware(options))
  // One router for both addresses, so that what is told about one is true for the other.
  const known = Router().use('/auth', accounts).use('/', api)
  app.use('/api', neverCached, jsonBody, unlessOptions(notFoundHandler(known)), known, notFoundHandler(known))
  app.use('/auth', neverCached, jsonBody, unlessOptions(notFoundHandler(accounts)))
  app.use('/auth', accounts, unlessPage(notFoundHandler(accounts)))
  app.use('/uploads', uploads, notFoundHandler(uploads))
  app.use(frontendRouter(frontend))
  app.use(notFoundHandler(Router()), errorHandler(options))
  return app
}

const neverCached: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

/** Express would answer OPTIONS by itself; here nothing answers that is no call, and other sites are told nothing. */
function unlessOptions(otherwise: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.method !== 'OPTIONS') next()
    else return otherwise(request, response, next)
  }
}

/** Some addresses under `/auth` are pages of the frontend. */
function unlessPage(otherwise: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next()
    else return otherwise(request, response, next)
  }
}
