// Measures the requests of a process and counts its commands.

import type { Request, Response } from 'express'
import type { Metrics } from './metrics.ts'

export type RecordResponse = (request: Request, response: Response, milliseconds: number) => void

/** Measures requests by the pattern of their route. */
export const httpMetrics =
  ({ requests, commands }: Metrics): RecordResponse =>
  (request, { statusCode: status }, milliseconds) => {
    const method = knownMethods.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    requests.observe({ method, route, status }, milliseconds / 1_000)
    if (!isRead(method) && route !== noRoute)
      commands.inc({ command: `${method} ${route}`, outcome: outcomeOf(status) })
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
