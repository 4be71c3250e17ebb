import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import type { ShownRun } from './shown-run.ts'

/**
 * Returns endpoints that answer each request with the endpoint of the run that is shown when it arrives. Every run has the
 * same endpoints in the same order. A request keeps its run to its end, so no response mixes two runs.
 */
export const shownEndpoints = (shown: ShownRun<{ endpoints: readonly Endpoint[] }>): Endpoint[] =>
  shown.current.endpoints.map(({ definition }, index) => ({
    definition,
    handlers: [
      (request, response, next) => {
        const { models, release } = shown.hold()
        response.once('close', release)
        // The promise of a handler is returned, so that Express handles its rejection.
        return runAll(models.endpoints[index]?.handlers ?? [], request, response, next)
      },
    ],
  }))

/** Runs handlers one after the other, as Express does. */
function runAll(
  [handler, ...others]: readonly RequestHandler[],
  request: Request,
  response: Response,
  next: NextFunction,
): unknown {
  if (handler === undefined) return next()
  return handler(request, response, (error?: unknown) =>
    error === undefined ? void runAll(others, request, response, next) : next(error),
  )
}
