// Creates the app of a web process: security headers, bodies, API, uploads, frontend and errors.

import type { Express, RequestHandler } from 'express'
import { notFoundHandler } from './error-handler.ts'
import {
  createExpressApp,
  errorHandler,
  firstMiddleware,
  operationalRoutes,
  type OperationalAppOptions,
} from './operational-app.ts'
import { jsonBody } from './endpoint/request-body.ts'
import { chain, routeTree, type Route } from './endpoint/route-tree.ts'
import { frontendRouter, type FindPageHead } from './frontend-router.ts'

/** Headers in which proxies name the client of a request. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded'] as const

/**
 * Returns middleware that calls `onFound` with the address of a caller whose forwarding header is ignored, because the setting
 * `trust proxy` of the app does not name it. If that caller is a proxy, all of its clients count as one.
 */
const watchUntrustedProxies = (app: Express, onFound: (address: string) => void): RequestHandler => {
  // Safe: Express compiles the setting to this function.
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return ({ headers, socket: { remoteAddress } }, _response, next) => {
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    if (isForwarded && remoteAddress !== undefined && !isTrusted(remoteAddress, 0)) onFound(remoteAddress)
    next()
  }
}

export type AppOptions = OperationalAppOptions & {
  /** Everything under `/api`, `/auth` and `/uploads`. */
  routes: readonly Route[]
  /** Directory of the built frontend. */
  frontend: string
  /** Finds what other sites show of a page of the frontend; every page keeps its own head when missing. */
  headOf?: FindPageHead
  /** Addresses or networks of the proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
  /** Called with the address of a caller whose forwarding header is ignored, because no setting trusts it. */
  onUntrustedProxy?: (address: string) => void
}

export function createApp(options: AppOptions): Express {
  const { frontend, headOf } = options
  const { trustedProxies = [], onUntrustedProxy = () => undefined } = options
  const app = createExpressApp()
  app.set('trust proxy', [...trustedProxies])

  const watchProxies = watchUntrustedProxies(app, onUntrustedProxy)
  const routes = routeTree(options.routes)
  const notFound = notFoundHandler(routes)
  // Endpoints come first: Express compares each request with its layers one after the other.
  app.use(firstMiddleware(options))
  app.use(['/api', '/auth'], chain(watchProxies, noStore, ...jsonBody))
  app.use(routes)
  app.use(['/api', '/uploads'], notFound)
  app.use('/auth', exceptForPages(notFound))
  app.use(...operationalRoutes(options), watchProxies)
  app.use(frontendRouter(frontend, options.publicUrl.origin, headOf))
  app.use(notFoundHandler(), errorHandler(options))
  return app
}

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

/** Some addresses under `/auth` are pages of the frontend. */
function exceptForPages(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') next()
    else return handler(request, response, next)
  }
}
