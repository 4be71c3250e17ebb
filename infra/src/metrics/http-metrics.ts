import type { Request, Response } from 'express'
import type { Metrics } from './metrics.ts'

export type RecordResponse = (request: Request, response: Response, milliseconds: number) => void

/** Measures requests by the pattern of their route. Series are looked up once for each. */
export function httpMetrics({ requests, commands }: Metrics): RecordResponse {
  const cache = new Map<string, (seconds: number) => void>()

  const seriesFor = (method: string, route: string, status: number) => {
    const durations = requests.labels(method, route, String(status))
    if (isRead(method) || route === noRoute) return (seconds: number) => durations.observe(seconds)
    const outcomes = commands.labels(`${method} ${route}`, outcomeOf(status))
    return (seconds: number) => {
      durations.observe(seconds)
      outcomes.inc()
    }
  }

  return (request, response, milliseconds) => {
    const method = knownMethods.has(request.method) ? request.method : 'other'
    const route = routeOf(request)
    const key = `${method} ${route} ${response.statusCode}`
    let record = cache.get(key)
    if (record === undefined) cache.set(key, (record = seriesFor(method, route, response.statusCode)))
    record(milliseconds / 1_000)
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
