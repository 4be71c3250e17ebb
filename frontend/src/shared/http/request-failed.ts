import type { Problem } from '@thirty/contracts/api/responses.ts'

/**
 * A call that failed. `message` may be shown; `errors` stand beside their fields. `status` is 0 when no answer came at all.
 * Aborted calls are not failures: they reject with the browser's `AbortError`.
 */
export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly status: number
  readonly code: string
  readonly errors: Readonly<Record<string, string>>
  /** Whether the server itself chose the words; otherwise a screen prefers the ones of the specification. */
  readonly hasServerMessage: boolean
  constructor(status: number, problem: Omit<Problem, 'success'>, said: boolean) {
    super(problem.message)
    this.status = status
    this.code = problem.code
    this.errors = problem.errors ?? {}
    this.hasServerMessage = said
  }
}

export const serverUnreachable = (): RequestFailed =>
  new RequestFailed(
    0,
    { code: 'unreachable', message: 'The server cannot be reached. Check your connection and try again.' },
    false,
  )

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'

/** The failure behind an HTTP answer that is not a success. A proxy's page instead of a problem gets plain words. */
export function requestFailedFrom(status: number, body: unknown): RequestFailed {
  if (isProblem(body)) return new RequestFailed(status, { ...body, code: body.code ?? 'unexpected' }, true)
  const message = 'The server gave an answer that could not be read. Please try again.'
  return new RequestFailed(status, { code: 'unreadable', message }, false)
}

/** What a screen says about a failure: the server's words where it has some, else the fixed ones of the specification. */
export const errorMessage = (error: unknown, otherwise: string): string =>
  error instanceof RequestFailed && error.hasServerMessage ? error.message : otherwise

export const isAbortError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError'
