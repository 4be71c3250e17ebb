import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express'

export type Handler = RequestHandler | ErrorRequestHandler

/**
 * Runs handlers one after the other, as Express does: an error goes to the next handler with four parameters, and after the last handler to
 * `done`.
 */
export function runHandlers(
  handlers: readonly Handler[],
  request: Request,
  response: Response,
  done: NextFunction,
): void {
  let index = 0
  // `passed` is an error unless it is null or undefined.
  const next = (passed?: unknown): void => {
    const isError = passed !== undefined && passed !== null
    const handler = handlers[index]
    if (handler === undefined) return isError ? done(passed) : done()
    index += 1
    if (isError !== isErrorHandler(handler)) return next(passed)
    try {
      const result: unknown = isErrorHandler(handler)
        ? handler(passed, request, response, next)
        : handler(request, response, next)
      if (result instanceof Promise) result.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  // A handler may throw any value, also undefined.
  const fail = (error: unknown) => next(error ?? new Error('A handler failed without an error.'))
  next()
}

/** Express, too, recognises error handlers by the number of their parameters. */
const isErrorHandler = (handler: Handler): handler is ErrorRequestHandler => handler.length === 4

/** Returns one handler that runs these handlers, because Express matches the address and its mount again for every handler. */
export const chain =
  (...handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) =>
    runHandlers(handlers, request, response, next)
