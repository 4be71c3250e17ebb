import { ErrorType } from '@eventstore/db-client'

/**
 * What an error of the store means to us. `passing`: the same call may succeed later, and nobody knows what became of
 * this one. `late` is passing too: it took all the time it had.
 */
export type ErrorKind = 'conflict' | 'removed' | 'missing' | 'too-large' | 'denied' | 'late' | 'passing'

const verdicts: Readonly<Record<string, ErrorKind>> = {
  [ErrorType.WRONG_EXPECTED_VERSION]: 'conflict',
  [ErrorType.STREAM_DELETED]: 'removed',
  [ErrorType.STREAM_NOT_FOUND]: 'missing',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'too-large',
  [ErrorType.ACCESS_DENIED]: 'denied',
  [ErrorType.DEADLINE_EXCEEDED]: 'late',
  [ErrorType.TIMEOUT]: 'late',
}

/** gRPC status codes that reach us without a type of the client's. */
const codes: Readonly<Record<number, ErrorKind>> = { 4: 'late', 7: 'denied', 10: 'late', 16: 'denied' }

/** No answer within our own time; the client's deadline does not cover finding a node, nor any read. */
export class TimeoutError extends Error {
  override name = 'Late'
}

export function classifyError(error: unknown): ErrorKind {
  if (error instanceof TimeoutError) return 'late'
  if (!(error instanceof Error)) return 'passing'
  const typed = 'type' in error ? verdicts[String(error.type)] : undefined
  return typed ?? ('code' in error ? codes[Number(error.code)] : undefined) ?? 'passing'
}

/**
 * Errors after which another connection, perhaps to another node, may do better, although the client keeps the one it
 * has: unknown (no leader at the moment), a call that was late (a link that is half open), internal, data loss.
 */
export function requiresReconnect(error: unknown): boolean {
  return error instanceof Error && 'code' in error && [2, 4, 13, 15].includes(Number(error.code))
}
