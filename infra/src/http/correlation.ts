import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'

// A property, because an entry of a WeakMap costs as much as the id.
const correlationId = Symbol('correlation id')
type Identified = Request & { [correlationId]?: string }
const validId = /^[\w-]{8,64}$/

/** Gives every request an id that its events, log lines and response share. A valid `X-Request-Id` of the caller is kept. */
export const assignCorrelationId: RequestHandler = (request: Identified, response, next) => {
  const requestId = request.headers['x-request-id']
  const id = typeof requestId === 'string' && validId.test(requestId) ? requestId : randomUUID()
  request[correlationId] = id
  response.setHeader('X-Request-Id', id)
  next()
}

/** Returns the id of a request, and assigns one if it has none yet. */
export const correlationIdOf = (request: Identified): string => (request[correlationId] ??= randomUUID())
