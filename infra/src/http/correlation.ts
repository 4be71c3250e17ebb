import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'

const correlationIds = new WeakMap<object, string>()
const validId = /^[\w-]{8,64}$/

/** Gives every request an id that its events, log lines and response share. A valid `X-Request-Id` of the caller is kept. */
export const assignCorrelationId: RequestHandler = (request, response, next) => {
  const requestId = request.headers['x-request-id']
  const id = typeof requestId === 'string' && validId.test(requestId) ? requestId : randomUUID()
  correlationIds.set(request, id)
  response.setHeader('X-Request-Id', id)
  next()
}

/** Returns the id of a request, and assigns one if it has none yet. */
export function correlationIdOf(request: Request): string {
  const assigned = correlationIds.get(request)
  if (assigned !== undefined) return assigned
  const id = randomUUID()
  correlationIds.set(request, id)
  return id
}
