import type { Request, Response } from 'express'
import type { Metrics } from './metrics.ts'

/** What the HTTP side tells about its requests. */
export type HttpMetrics = {
  recordResponse(request: Request, response: Response, milliseconds: number): void
}

/** Counts requests by the pattern that answered them. Figures are looked up once per pattern and then only added to. */
export function httpMetrics({ requests, commands }: Metrics): HttpMetrics {
  const known = new Map<string, (seconds: number) => void>()

  const figuresOf = (method: string, route: string, status: number) => {
    const figure = requests.labels(method, route, String(status))
    if (isReading(method) || route === unknown) return (seconds: number) => figure.observe(seconds)
    const counted = commands.labels(`${method} ${route}`, outcomeOf(status))
    return (seconds: number) => {
      figure.observe(seconds)
      counted.inc()
    }
  }

  return {
    recordResponse: (request, response, milliseconds) => {
      const method = methods.has(request.method) ? request.method : 'other'
      const route = routeOf(request)
      const name = `${method} ${route} ${response.statusCode}`
      let add = known.get(name)
      if (add === undefined) known.set(name, (add = figuresOf(method, route, response.statusCode)))
      add(milliseconds / 1_000)
    },
  }
}

/** Callers may make up methods, but not figures. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

const outcomeOf = (status: number): string =>
  status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'accepted'

/** What no route answered: files, and addresses that do not exist. */
const unknown = 'none'
const mounts = ['/api/auth', '/api', '/auth', '/uploads']

/**
 * The pattern of the route that answered, as `/api/projects/:id`. Where the routes are mounted is read off the address,
 * because after a failure Express no longer says it.
 */
function routeOf(request: Request): string {
  // Typed `any` by Express; a route's path is what it was declared with.
  const pattern: unknown = request.route?.path
  if (typeof pattern !== 'string') return unknown
  const address = request.originalUrl.slice(0, 10).toLowerCase()
  return `${mounts.find((mount) => address.startsWith(mount)) ?? ''}${pattern}`
}
