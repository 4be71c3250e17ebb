import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { expect, test } from 'vitest'
import { runHandlers } from './run-handlers.ts'

const pass: RequestHandler = (_request, _response, next) => next()
const throws =
  (error: unknown): RequestHandler =>
  () => {
    throw error
  }
const rejects =
  (error: unknown): RequestHandler =>
  async () => {
    throw error
  }
const unreached: RequestHandler = () => expect.unreachable()

test.each([
  ['is thrown', throws],
  ['is rejected', rejects],
])('an error that %s goes to the next handler of errors, and then to the caller', async (_how, fail) => {
  const broken = new Error('broken')
  const nothing = expect.any(Error) as Error
  for (const [error, expected] of [
    [broken, broken],
    ['text', 'text'],
    [undefined, nothing],
    [null, nothing],
  ]) {
    const seen: unknown[] = []
    const record: ErrorRequestHandler = (passed: unknown, _request, _response, next) => {
      seen.push(passed)
      next(passed)
    }
    const handlers = [pass, record, fail(error), unreached, record]
    const passed = await new Promise((done) => runHandlers(handlers, {} as Request, {} as Response, done))
    expect(seen).toEqual([passed])
    expect(passed).toEqual(expected)
  }
})
