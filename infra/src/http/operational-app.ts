// The apps of processes that serve operators only or are still starting, and what all apps share: logging, health checks and metrics.

import { refuse, statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  Router,
  type Request,
} from 'express'
import { say } from '@thirty/contracts/texts/text.ts'
import { httpMetrics, type RecordResponse } from '../metrics/http-metrics.ts'
import { metricsRouter, operatorCheck } from '../metrics/metrics-router.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Logger } from '../logger.ts'
import { optionalCaller } from './authentication/authentication.ts'
import { clientNetwork } from './rate-limits/client-address.ts'
import { notFoundHandler, createErrorHandler } from './error-handler.ts'
import { assignCorrelationId, correlationIdOf } from './correlation.ts'
import { chain } from './endpoint/route-tree.ts'
import { frontendRouter } from './frontend-router.ts'
import { securityHeaders } from './security-headers.ts'

export type OperationalAppOptions = {
  publicUrl: URL
  log: Logger
  readiness: ReadinessCheck
  metrics: Metrics
  /** Called with the reason for each command that was refused because nothing could be stored. */
  onCommandLost?: (reason: string) => void
  /** Without it, metrics are served to the local network only. */
  metricsToken?: string
}

/** Creates the app of a process that serves operators only. */
export const createOperationalApp = (options: OperationalAppOptions): Express =>
  createExpressApp().use(
    firstMiddleware(options),
    ...operationalRoutes(options),
    notFoundHandler(),
    errorHandler(options),
  )

/**
 * Creates the app of a process that is still starting: operators are served, all other requests get 503. With the directory
 * of the built frontend, its files and pages are served, too: a page that is open during a restart may need another script or
 * style, and a browser cannot use 503 in place of one. `pages` are the addresses of pages below the addresses of the API.
 */
export function createStartingApp(
  options: OperationalAppOptions,
  frontend?: string,
  pages: readonly string[] = [],
): Express {
  const app = createExpressApp().use(firstMiddleware(options), ...operationalRoutes(options))
  if (frontend !== undefined)
    app
      .use(['/api', '/auth', '/uploads', '/socket.io'], (request, response, next) => {
        const isPage =
          ['GET', 'HEAD'].includes(request.method) && pages.includes(request.baseUrl + request.path)
        if (isPage) next()
        else return refuseWhileStarting(request, response, next)
      })
      .use(frontendRouter(frontend, options.publicUrl.origin))
  return app.use(refuseWhileStarting, errorHandler(options))
}

const refuseWhileStarting: RequestHandler = () => refuse('busy', say('starting'))

/** Creates an app without routes, with the settings of all apps. */
export function createExpressApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  // Endpoints whose responses can be cached set an ETag themselves: the position of their read model.
  app.disable('etag')
  app.set('query parser', 'simple')
  return app
}

/** Request ids, security headers and logging. */
export const firstMiddleware = ({ publicUrl, log, metrics }: OperationalAppOptions): RequestHandler =>
  chain(assignCorrelationId, securityHeaders(publicUrl), requestLogger(log, httpMetrics(metrics)))

export function operationalRoutes(options: OperationalAppOptions): RequestHandler[] {
  const { publicUrl, readiness, metrics, metricsToken: token } = options
  const access = { publicUrl, ...(token !== undefined && { token }) }
  return [
    healthRouter(readiness, operatorCheck(access)),
    metricsRouter({ registry: metrics.registry, ...access }),
  ]
}

/** Creates the error handler of `error-handler.ts` with the log and the metrics of a process. */
export function errorHandler({
  log,
  metrics,
  onCommandLost = () => undefined,
}: OperationalAppOptions): ErrorRequestHandler {
  // Prometheus sees no increase in a counter that first appears as 1.
  for (const code of Object.keys(statusByCode)) metrics.refusals.inc({ code }, 0)
  return createErrorHandler(log, (code, cause, request) => {
    metrics.refusals.inc({ code })
    if (code === 'storage-unavailable' && !['GET', 'HEAD'].includes(request.method))
      onCommandLost(cause instanceof Error ? cause.message : 'unknown')
  })
}

/** Polled every few seconds, also during an outage; their callers report failures better than a log line would. */
const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/** Logs requests that write or fail at `info`, others at `debug`. The query is left out, because it may hold secrets. */
function requestLogger(log: Logger, recordResponse: RecordResponse): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    // Before the end: a closed socket no longer has the address.
    const { method, path, ip } = request
    response.once('finish', () => {
      const isFailure = response.statusCode >= 500 && !probePaths.has(path)
      const isWrite = !['GET', 'HEAD'].includes(method)
      const duration = performance.now() - startedAt
      recordResponse(request, response, duration)
      const level = isFailure || isWrite ? 'info' : 'debug'
      // Most requests only read, and their entries are not written.
      if (!log.isLevelEnabled(level)) return
      const entry = {
        method,
        path,
        status: response.statusCode,
        milliseconds: Math.round(duration * 10) / 10,
        correlation: correlationIdOf(request),
        // Who it was, as far as an abuse can be followed: the id of the account, and the network instead of the address.
        user: optionalCaller(request)?.id,
        network: clientNetwork(ip),
      }
      log[level](entry, 'request')
    })
    next()
  }
}

type ReadModelHealth = { view: string; lagSeconds: number; parked?: string }

/** Reasons and warnings are sentences for operators. */
export type Health = {
  /** Why the process must not receive requests. */
  reasons: readonly string[]
  /** Trouble that affects only a part, or that other processes have as well. */
  warnings?: readonly string[]
  views?: readonly ReadModelHealth[]
}

export type ReadinessCheck = () => Health | Promise<Health>

/**
 * Serves `/healthz`, which answers as long as the event loop runs, and `/readyz`: 200 when the process may receive
 * requests (`degraded` when there are warnings), otherwise 503. Operators also get the reasons and the read models, whose names and
 * delays may tell strangers what is hidden from them.
 */
function healthRouter(checkReadiness: ReadinessCheck, isOperator: (request: Request) => boolean): Router {
  // Proxies hide this path as it is written here, perhaps in no other spelling.
  const router = Router({ caseSensitive: true })
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'alive' })
  })
  router.get('/readyz', async (request, response) => {
    const { reasons, warnings = [], views } = await checkReadiness()
    const messages = [...reasons, ...warnings]
    const status = reasons.length > 0 ? 'not ready' : warnings.length > 0 ? 'degraded' : 'ready'
    response
      .status(reasons.length > 0 ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({
        status,
        ...(isOperator(request) && {
          ...(messages.length > 0 && { reasons: messages }),
          ...(views && { views }),
        }),
      })
  })
  return router
}
