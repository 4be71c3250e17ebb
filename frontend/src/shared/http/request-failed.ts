import type { Problem } from '@thirty/contracts/endpoints/responses.ts'
import { serverText } from '../i18n/server-text.ts'
import { t } from '../i18n/t.ts'

/**
 * A failed request. `message` may be shown; `errors` belong to form fields. `status` is 0 if the server was not reached.
 * Aborted requests reject with the browser's `AbortError` instead.
 */
export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly status: number
  readonly code: string
  readonly errors: Readonly<Record<string, string>>
  /** Whether the message came from the server, or says as much. If not, screens show their own message. */
  readonly hasServerMessage: boolean
  /** What somebody did to a project after the admin had opened it; undefined for other failures. */
  readonly change: Problem['change']
  /** A saved text as another admin left it after this one had opened it; undefined for other failures. */
  readonly newerText: Problem['newerText']
  constructor(status: number, problem: Omit<Problem, 'success'>, hasServerMessage: boolean) {
    super(problem.message)
    this.status = status
    this.code = problem.code
    this.errors = problem.errors ?? {}
    this.hasServerMessage = hasServerMessage
    this.change = problem.change
    this.newerText = problem.newerText
  }
}

export const serverUnreachable = (): RequestFailed =>
  new RequestFailed(0, { code: 'unreachable', message: t('http.unreachable') }, false)

export const timedOut = (): RequestFailed =>
  new RequestFailed(0, { code: 'timed-out', message: t('http.timedOut') }, false)

/** An upload of which nothing more could be sent. Its message says more than that of a screen, which therefore shows it. */
export const uploadStalled = (): RequestFailed =>
  new RequestFailed(0, { code: 'timed-out', message: t('serverTexts.uploadStalled') }, true)

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

const translated = (problem: Problem): Omit<Problem, 'success'> => ({
  ...problem,
  code: problem.code ?? 'unexpected',
  message: serverText(problem),
  errors: Object.fromEntries(
    Object.entries(problem.errors ?? {}).map(([field, message]) => [
      field,
      serverText({ message, text: problem.errorTexts?.[field] }),
    ]),
  ),
})

/** Returns the error for an unsuccessful response. It has a general message if the body is not ours, e.g. a proxy's page. */
export function requestFailedFrom(status: number, body: unknown): RequestFailed {
  if (isProblem(body)) return new RequestFailed(status, translated(body), true)
  return new RequestFailed(status, { code: 'unreadable', message: t('http.unreadable') }, false)
}

/** Returns the server's message, or that it takes too long, or `fallback`. */
export const errorMessage = (error: unknown, fallback: string): string =>
  error instanceof RequestFailed && (error.hasServerMessage || error.code === 'timed-out')
    ? error.message
    : fallback

/** Returns what a failed request says; undefined for other errors. */
export const requestMessage = (error: unknown): string | undefined =>
  error instanceof RequestFailed ? error.message : undefined

/** Statuses of refusals that do not last: the session is being checked, or the server wants fewer or later requests. */
const temporary = new Set([401, 408, 425, 429])

/** Whether the server would refuse the same request again, such as for a missing right. */
export const isFinalRefusal = (error: unknown): boolean =>
  error instanceof RequestFailed &&
  error.status >= 400 &&
  error.status < 500 &&
  !temporary.has(error.status) &&
  // The same command is still being worked on.
  error.code !== 'in-flight'

/** Whether the requested thing does not exist, or no longer. */
export const isNotFound = (error: unknown): boolean => error instanceof RequestFailed && error.status === 404

export const isAbortError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
