// Logs and measures the requests of a process, and counts its commands.

import type { Request, RequestHandler } from 'express'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { optionalCaller } from './authentication/authentication.ts'
import { correlationIdOf } from './correlation.ts'
import { clientNetwork } from './rate-limits/client-address.ts'

/** Polled every few seconds, also during an outage; their callers report failures better than a log line would. */
const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

/**
 * Logs requests that write or fail at `info`, others at `debug`, without the query, because it may hold secrets. Measures all of them by
 * the pattern of their route.
 */
export function requestLog(log: Logger, { requests, commands }: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now()
    // Before the end: a closed socket no longer has the address.
    const { method, path, ip } = request
    response.once('finish', () => {
      const { statusCode: status } = response
      const duration = performance.now() - startedAt
      const label = knownMethods.has(method) ? method : 'other'
      const route = routeOf(request)
      requests.observe({ method: label, route, status }, duration / 1_000)
      if (!isRead(label) && route !== noRoute)
        commands.inc({ command: `${label} ${route}`, outcome: outcomeOf(status) })
      const isFailure = status >= 500 && !probePaths.has(path)
      const level = isFailure || !['GET', 'HEAD'].includes(method) ? 'info' : 'debug'
      // Most requests only read, and their entries are not written.
      if (!log.isLevelEnabled(level)) return
      const entry = {
        method,
        path,
        status,
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

/** Clients may send any method, but must not be able to create new series. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const outcomes = ['accepted', 'refused', 'failed'] as const

/**
 * Begins the series of all commands at 0. Prometheus sees no increase in a counter that first appears as 1: neither rate() nor an alert
 * would know the first failure.
 */
export function beginCommandsAtZero(
  { commands }: Pick<Metrics, 'commands'>,
  endpoints: readonly { method: string; path: string }[],
): void {
  for (const { method, path } of endpoints.filter(({ method }) => !isRead(method)))
    for (const route of [path, path.replace(/^\/api\/auth\//, '/auth/')])
      for (const outcome of outcomes) commands.inc({ command: `${method} ${route}`, outcome }, 0)
}

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

const outcomeOf = (status: number): (typeof outcomes)[number] =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'accepted'

/** Label of requests that no route answered: static files and unknown addresses. */
const noRoute = 'none'

/** Returns the pattern of the route that answered, such as `/api/things/:id`. */
function routeOf(request: Request): string {
  // Typed `any` by Express: the path with which the route was declared.
  const pattern: unknown = request.route?.path
  return typeof pattern === 'string' ? pattern : noRoute
}
