import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'

const correlations = new WeakMap<object, string>()
const acceptable = /^[\w-]{8,64}$/

/** Gives every request an id that its events, log lines and answer share; a caller's own id is kept if it is harmless. */
export const assignCorrelationId: RequestHandler = (request, response, next) => {
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
  correlations.set(request, id)
  response.setHeader('X-Request-Id', id)
  next()
}

/** The id of this request. */
export function correlationIdOf(request: Request): string {
  const known = correlations.get(request)
  if (known !== undefined) return known
  const id = randomUUID()
  correlations.set(request, id)
  return id
}
