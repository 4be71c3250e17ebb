// Says in responses that they come from a read model that is parked or late, and observes for it which read models a request reads.

import type { RequestHandler, Response } from 'express'
import type { Endpoint } from './endpoint/endpoint.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReadModelStore, ReadTarget } from '../read-models/read-models.ts'

/** Read models that are parked or late, by name, each with the time (ms) of the oldest event that it does not show. */
type FindLate = () => ReadonlyMap<string, number>

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
    observed.run(names, next)
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

/** The names of the read models that a request reads. */
const observed = new AsyncLocalStorage<Set<string>>()

/** Returns the store as queries read it: the names of the read models that are the first argument of a call are observed. */
export function withObservedReads(store: ReadModelStore): ReadModelStore {
  const observing = Object.entries<(...given: never[]) => unknown>(store).map(([name, call]) => [
    name,
    (...given: never[]) => {
      const [target]: unknown[] = given
      if (isReadTarget(target)) observed.getStore()?.add(target.name)
      return call(...given)
    },
  ])
  // Safe: each method is there, and receives what it is given.
  return Object.fromEntries(observing) as ReadModelStore
}

const isReadTarget = (value: unknown): value is ReadTarget =>
  typeof value === 'object' && value !== null && 'name' in value
