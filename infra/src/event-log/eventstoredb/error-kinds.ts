// What errors of EventStoreDB and its client mean: for a call, and for the connection.

import { ErrorType } from '@eventstore/db-client'

/**
 * What an error of the store means. `transient`: the same call may succeed later, and the outcome of this one is
 * unknown. `timed-out` is transient too, but leaves no time for a retry.
 */
export type ErrorKind = 'removed' | 'missing' | 'too-large' | 'denied' | 'timed-out' | 'transient'

const kindsByType: Readonly<Record<string, ErrorKind>> = {
  [ErrorType.STREAM_DELETED]: 'removed',
  [ErrorType.STREAM_NOT_FOUND]: 'missing',
  [ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED]: 'too-large',
  [ErrorType.ACCESS_DENIED]: 'denied',
  [ErrorType.DEADLINE_EXCEEDED]: 'timed-out',
  [ErrorType.TIMEOUT]: 'timed-out',
}

/** For gRPC errors to which the client gives no type. */
const kindsByCode: Readonly<Record<number, ErrorKind>> = {
  4: 'timed-out',
  7: 'denied',
  10: 'timed-out',
  16: 'denied',
}

/** A call exceeded our own deadline; the client's deadline covers neither finding a node nor reads. */
export class TimeoutError extends Error {
  override name = 'TimeoutError'
}

export function classifyError(error: unknown): ErrorKind {
  if (error instanceof TimeoutError) return 'timed-out'
  if (!(error instanceof Error)) return 'transient'
  const kindOfType = 'type' in error ? kindsByType[String(error.type)] : undefined
  return kindOfType ?? ('code' in error ? kindsByCode[Number(error.code)] : undefined) ?? 'transient'
}

/**
 * True for errors after which a new connection, perhaps to another node, may work better: the node is not the leader, not
 * available, or ended a call of ours; unknown (currently no leader), deadline exceeded, internal, data loss.
 */
export function requiresReconnect(error: Error): boolean {
  if ('type' in error && reconnectTypes.has(String(error.type))) return true
  return 'code' in error && [2, 4, 13, 15].includes(Number(error.code))
}

const reconnectTypes: ReadonlySet<string> = new Set([
  ErrorType.NOT_LEADER,
  ErrorType.UNAVAILABLE,
  ErrorType.CANCELLED,
])
