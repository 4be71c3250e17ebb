// Creates the Express apps of processes: of one that serves the product, of one that serves health checks and metrics only
// (`operator-routes.ts`), and of one that is still starting.

import { refuse, statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import express, { type Express, type RequestHandler } from 'express'
import type { Logger } from '../logger.ts'
import { assignCorrelationId } from './correlation.ts'
import { jsonBody } from './endpoint/request-body.ts'
import { chain, routeTree, type Route } from './endpoint/route-tree.ts'
import { createErrorHandler, notFoundHandler } from './error-handler.ts'
import { frontendRouter, type FindPageHead } from './frontend-router.ts'
import { operatorRoutes, type OperatorRoutesOptions } from './operator-routes.ts'
import { requestLog } from './request-log.ts'
import { securityHeaders } from './security-headers.ts'

export type OperationalAppOptions = OperatorRoutesOptions & {
  log: Logger
  /** Called with the reason for each command that was refused because nothing could be stored. */
  onCommandLost?: (reason: string) => void
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

/** Creates the app of a web process: API, uploads and frontend. */
export function createApp(options: AppOptions): Express {
  const { frontend, headOf, publicUrl } = options
  const { trustedProxies = [], onUntrustedProxy = () => undefined } = options
  const app = createExpressApp(options).set('trust proxy', [...trustedProxies])

  const watchProxies = watchUntrustedProxies(app, onUntrustedProxy)
  const routes = routeTree(options.routes)
  const notFound = notFoundHandler(routes)
  // Endpoints come first: Express compares each request with its layers one after the other.
  app.use(['/api', '/auth'], chain(watchProxies, noStore, ...jsonBody))
  app.use(routes)
  app.use(['/api', '/uploads'], notFound)
  // Some addresses under `/auth` are pages of the frontend.
  app.use('/auth', unless(isToRead, notFound))
  app.use(operatorRoutes(options), watchProxies)
  app.use(frontendRouter(frontend, publicUrl.origin, headOf))
  return app.use(notFoundHandler(), errorHandler(options))
}

/** Creates the app of a process that serves health checks and metrics only. */
export const createOperationalApp = (options: OperationalAppOptions): Express =>
  createExpressApp(options).use(operatorRoutes(options), notFoundHandler(), errorHandler(options))

/**
 * Creates the app of a process that is still starting: health checks and metrics are served, all other requests get 503. With the directory
 * of the built frontend, its files and pages are served, too: a page that is open during a restart may need another script or
 * style, and a browser cannot use 503 in place of one. `pages` are the addresses of pages below the addresses of the API.
 */
export function createStartingApp(
  options: OperationalAppOptions,
  frontend?: string,
  pages: readonly string[] = [],
): Express {
  const app = createExpressApp(options).use(operatorRoutes(options))
  const isPage: RequestCheck = (request) =>
    isToRead(request) && pages.includes(request.baseUrl + request.path)
  if (frontend !== undefined)
    app
      .use(['/api', '/auth', '/uploads', '/socket.io'], unless(isPage, refuseWhileStarting))
      .use(frontendRouter(frontend, options.publicUrl.origin))
  return app.use(refuseWhileStarting, errorHandler(options))
}

/** What all apps begin with: their settings, request ids, security headers and logging. */
function createExpressApp({ publicUrl, log, metrics }: OperationalAppOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  // Endpoints whose responses can be cached set an ETag themselves: the position of their read model.
  app.disable('etag')
  app.set('query parser', 'simple')
  return app.use(chain(assignCorrelationId, securityHeaders(publicUrl), requestLog(log, metrics)))
}

/** The error handler with the log and the metrics of a process. */
function errorHandler({ log, metrics, onCommandLost = () => undefined }: OperationalAppOptions) {
  // Prometheus sees no increase in a counter that first appears as 1.
  for (const code of Object.keys(statusByCode)) metrics.refusals.inc({ code }, 0)
  return createErrorHandler(log, (code, cause, request) => {
    metrics.refusals.inc({ code })
    if (code === 'storage-unavailable' && !isToRead(request))
      onCommandLost(cause instanceof Error ? cause.message : 'unknown')
  })
}

type RequestCheck = (request: Parameters<RequestHandler>[0]) => boolean

const isToRead: RequestCheck = ({ method }) => ['GET', 'HEAD'].includes(method)

/** Leaves requests to later handlers for which `isLeft` holds. */
const unless =
  (isLeft: RequestCheck, handler: RequestHandler): RequestHandler =>
  (request, response, next) =>
    isLeft(request) ? next() : handler(request, response, next)

const refuseWhileStarting: RequestHandler = () => refuse('busy', 'starting')

const noStore: RequestHandler = (_request, response, next) => {
  response.setHeader('Cache-Control', 'no-store')
  next()
}

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
