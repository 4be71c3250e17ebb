import type { RequestHandler, Response } from 'express'
import { observeReads } from '../read-models/observed-reads.ts'
import type { Endpoint } from './endpoint/endpoint.ts'

/** Read models that are parked or late, by name, each with the time (ms) of the oldest event that it does not show. */
export type FindLate = () => ReadonlyMap<string, number>

/**
 * Returns a query that says when it answers from a read model that is parked or late: its response has the header `X-Data-As-Of`
 * then, with the time since which events are missing. It concerns only the read models that the query reads.
 */
export function sayingWhenLate(endpoint: Endpoint, findLate: FindLate): Endpoint {
  if (endpoint.definition.method !== 'GET') return endpoint
  const observe: RequestHandler = (_request, response, next) => {
    // Nearly always: nothing is observed then.
    if (findLate().size === 0) return next()
    const names = new Set<string>()
    beforeHeaders(response, () => {
      const late = findLate()
      const times = [...names].flatMap((name) => late.get(name) ?? [])
      if (times.length > 0) response.setHeader('X-Data-As-Of', new Date(Math.min(...times)).toISOString())
    })
    observeReads(names, next)
  }
  return { ...endpoint, handlers: [observe, ...endpoint.handlers] }
}

/** Handlers send their responses in many ways, and all of them end here. */
function beforeHeaders(response: Response, prepare: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response
  response.writeHead = (...args: unknown[]) => {
    if (!response.headersSent) prepare()
    return writeHead(...args)
  }
}
