import { screenshotTooLargeMessage } from '@thirty/contracts/api/projects/projects.ts'
import { Refusal, type FieldErrors, type RefusalCode } from '@thirty/contracts/refusals.ts'
import type { ErrorRequestHandler, Response } from 'express'
import { MulterError } from 'multer'
import { LogUnavailable, VersionConflict } from '../event-log/event-log.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '../read-models/read-models.ts'
import { MediaUnavailable } from '../media/media.ts'
import type { Logger } from '../logger.ts'
import { RateLimitExceeded } from './rate-limits/rate-limits.ts'
import { correlationIdOf } from './correlation.ts'

/** HTTP status of every refusal. The compiler keeps it complete. */
export const statusByCode: Record<RefusalCode, number> = {
  malformed: 400,
  'bad-image': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'account-inactive': 401,
  'not-allowed': 403,
  'admin-account': 403,
  'no-admin': 403,
  'wrong-admin-key': 403,
  'sign-in-again': 403,
  'own-account': 403,
  'own-project': 403,
  'not-your-project': 403,
  'not-found': 404,
  'project-not-found': 404,
  'comment-not-found': 404,
  'user-not-found': 404,
  'discussion-not-found': 404,
  'reply-not-found': 404,
  'wrong-method': 405,
  'name-taken': 409,
  'other-identity': 409,
  'no-password': 409,
  'last-admin': 409,
  'day-already-taken': 409,
  'already-reviewed': 409,
  'project-closed': 409,
  'not-rateable': 409,
  'project-rejected': 409,
  'already-started': 409,
  'not-scheduled': 409,
  'challenge-was-reset': 409,
  'discussion-full': 409,
  conflict: 409,
  'in-flight': 409,
  'too-large': 413,
  'wrong-type': 415,
  'invalid-fields': 422,
  'reset-link-over': 422,
  'day-not-started': 422,
  'no-criterion': 422,
  'quota-reached': 422,
  'key-reused': 422,
  'too-many': 429,
  'storage-unavailable': 503,
  'being-built': 503,
  busy: 503,
}

/** The body of every failure. `message` may be shown on the screen; `errors` stand beside their fields. */
export type Problem = {
  success: false
  code: RefusalCode | 'unexpected'
  message: string
  errors?: FieldErrors
}

/** Something went wrong (`cause`) while a browser was here with a person before it: they are told at a page of ours. */
export class RedirectWithError extends Error {
  override name = 'ToldAtPage'
  readonly location: string
  constructor(page: string, cause: unknown) {
    super('What went wrong is told at a page.', { cause })
    this.location = page
  }
}

/** The one place where what went wrong becomes an answer. What is no refusal is logged whole and answered without detail. */
export const createErrorHandler =
  (log: Logger, onRefusal: (code: RefusalCode) => void = () => undefined): ErrorRequestHandler =>
  (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error)
    const page = error instanceof RedirectWithError ? error.location : undefined
    const problem = error instanceof RedirectWithError ? error.cause : error
    const refusal = asRefusal(problem)
    if (refusal) onRefusal(refusal.code)
    else {
      const asked = { correlation: correlationIdOf(request), method: request.method, path: request.path }
      log.error({ err: problem, ...asked }, 'request failed')
    }
    if (page !== undefined) response.redirect(302, page)
    else if (refusal) answerRefusal(response, refusal)
    else answer(response, 500, unexpected)
  }

const unexpected: Problem = {
  success: false,
  code: 'unexpected',
  message: 'Something went wrong. Please try again.',
}

function answerRefusal(response: Response, refusal: Refusal): void {
  const { code, message, errors } = refusal
  const status = statusByCode[code]
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  if (refusal instanceof RateLimitExceeded)
    response.setHeader('Retry-After', String(refusal.retryAfterSeconds))
  else if (status === 503) response.setHeader('Retry-After', '2')
  answer(response, status, { success: false, code, message, ...(errors && { errors }) })
}

function answer(response: Response, status: number, problem: Problem): void {
  response.status(status).json(problem)
}

function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof VersionConflict) {
    return new Refusal('conflict', 'Somebody else changed this at the same moment. Please try again.')
  }
  if (error instanceof LogUnavailable) {
    return new Refusal(
      'storage-unavailable',
      'Nothing could be stored just now. Please try again in a moment.',
    )
  }
  if (error instanceof StoreUnavailable) {
    return new Refusal('storage-unavailable', 'This cannot be shown just now. Please try again in a moment.')
  }
  if (error instanceof ReadModelNotBuilt) {
    return new Refusal('being-built', 'The read models are being built. Please try again in a moment.')
  }
  if (error instanceof MediaUnavailable) {
    return new Refusal(
      'storage-unavailable',
      'Pictures are out of reach just now. Please try again in a moment.',
    )
  }
  if (error instanceof MulterError) return uploadRefusal(error)
  return requestRefusal(error)
}

function uploadRefusal(error: MulterError): Refusal {
  if (error.code === 'LIMIT_FILE_SIZE') return new Refusal('too-large', screenshotTooLargeMessage)
  return new Refusal('malformed', 'The upload could not be read.')
}

/** What Express and its body parser say with a status of their own. Their words are for developers and stay inside. */
function requestRefusal(error: unknown): Refusal | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 404) return new Refusal('not-found', 'There is nothing at this address.')
  if (status === 413) return new Refusal('too-large', 'The request is too large.')
  if (status === 415) return new Refusal('wrong-type', 'This type of content is not supported.')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal('malformed', 'The request could not be read.')
  }
  return undefined
}
