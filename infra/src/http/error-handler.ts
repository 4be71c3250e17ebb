// Turns every error into a response, and also a request that no route takes.

import type { Problem } from '@thirty/contracts/endpoints/responses.ts'
import {
  Refusal,
  statusByCode,
  type FieldErrors,
  type RefusalCode,
} from '@thirty/contracts/endpoints/refusals.ts'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { LogReplaced, LogUnavailable, VersionConflict } from '../event-log/event-log.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '../read-models/read-models.ts'
import { MediaUnavailable } from '../media/media.ts'
import type { Logger } from '../logger.ts'
import { RateLimitExceeded } from './rate-limits/rate-limits.ts'
import { hasProgress, sendOutcome } from './endpoint/progress.ts'
import { correlationIdOf } from './correlation.ts'
import { onWire, say, type Text } from '@thirty/contracts/texts/text.ts'
import type { RouteTree } from './endpoint/route-tree.ts'

/** An error (`cause`) in a request that a browser navigated to; the handler redirects to a page that shows it. */
export class RedirectWithError extends Error {
  override name = 'RedirectWithError'
  readonly location: string
  constructor(location: string, cause: unknown) {
    super(`The error is shown at ${location}.`, { cause })
    this.location = location
  }
}

/** Errors that are not refusals are logged in full and answered with 500, without details. */
export const createErrorHandler =
  (
    log: Logger,
    onRefusal: (code: RefusalCode, cause: unknown, request: Request) => void = () => undefined,
  ): ErrorRequestHandler =>
  // Express recognises an error handler by its four parameters.
  (thrown: unknown, request, response, _next) => {
    const error = thrown instanceof RedirectWithError ? thrown.cause : thrown
    const refusal = asRefusal(error)
    if (refusal) onRefusal(refusal.code, error, request)
    // That of a file that could not be sent.
    if (!response.headersSent) response.removeHeader('Content-Encoding')
    const isLine = hasProgress(response)
    // A refusal can no longer be sent once the response has begun, so it is logged as well.
    if (!refusal || (response.headersSent && !isLine)) {
      const context = { correlation: correlationIdOf(request), method: request.method, path: request.path }
      log.error({ err: error, ...context }, 'request failed')
    }
    const outcome = refusal
      ? { status: statusByCode[refusal.code], body: problemOf(refusal) }
      : { status: 500, body: unexpectedProblem }
    if (isLine) sendOutcome(response, outcome)
    // The caller must not take a part of the response for the whole.
    else if (response.headersSent) response.destroy()
    else if (thrown instanceof RedirectWithError) response.redirect(302, thrown.location)
    else response.status(outcome.status).set(headersOf(outcome.status, refusal)).json(outcome.body)
  }

const unexpectedProblem: Problem = {
  success: false,
  code: 'unexpected',
  ...onWire(say('somethingWentWrong')),
}

const problemOf = ({ code, said, errors, details }: Refusal): Problem => ({
  success: false,
  code,
  ...onWire(said),
  ...(errors && fieldsOnWire(errors)),
  ...details,
})

function fieldsOnWire(errors: FieldErrors): Pick<Problem, 'errors' | 'errorTexts'> {
  const fields = Object.entries(errors).map(([field, said]) => ({ field, ...onWire(said) }))
  const texts = fields.flatMap(({ field, text }) => (text ? [[field, text] as const] : []))
  return {
    errors: Object.fromEntries(fields.map(({ field, message }) => [field, message])),
    ...(texts.length > 0 && { errorTexts: Object.fromEntries(texts) }),
  }
}

function headersOf(status: number, refusal: Refusal | undefined): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' }
  if (refusal instanceof RateLimitExceeded) return { 'Retry-After': String(refusal.retryAfterSeconds) }
  return status === 503 ? { 'Retry-After': '2' } : {}
}

/** What is answered in place of errors that are not refusals. */
const refusalsByError: readonly [
  kind: abstract new (...args: never[]) => Error,
  code: RefusalCode,
  said: Text,
][] = [
  [VersionConflict, 'conflict', say('changedAtTheSameTime')],
  [LogUnavailable, 'storage-unavailable', say('notStored')],
  [LogReplaced, 'storage-unavailable', say('notShown')],
  [StoreUnavailable, 'storage-unavailable', say('notShown')],
  [ReadModelNotBuilt, 'being-built', say('readModelsBuilding')],
  [MediaUnavailable, 'storage-unavailable', say('imagesAway')],
]

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const known = refusalsByError.find(([kind]) => error instanceof kind)
  return known === undefined ? requestRefusal(error) : new Refusal(known[1], known[2])
}

/** Maps errors of Express and its body parser by their status. Their messages are for developers and are not sent. */
function requestRefusal(error: unknown): Refusal | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 404) return new Refusal('not-found', 'There is nothing at this address.')
  if (status === 413) return new Refusal('too-large', say('requestTooLarge'))
  if (status === 415) return new Refusal('wrong-type', 'This type of content is not supported.')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal('malformed', "The request couldn't be read.")
  }
  return undefined
}

/**
 * Creates the handler of requests that no route has served: 405 with `Allow` for an address with routes for other methods, otherwise 404.
 * Without routes, always 404.
 */
export function notFoundHandler(routes?: RouteTree): RequestHandler {
  return (request, response) => {
    const methods = routes?.methodsAt(request.baseUrl + request.path) ?? new Set()
    if (methods.size === 0) throw new Refusal('not-found', 'There is nothing at this address.')
    if (methods.has('GET')) methods.add('HEAD')
    response.setHeader('Allow', [...methods].sort().join(', '))
    throw new Refusal('wrong-method', `This address doesn't support ${request.method}.`)
  }
}
