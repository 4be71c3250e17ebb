// When live data has to be loaded again, because messages may have been missed, and the delays before reconnects, resyncs and their retries.

import { latestPosition, type LogPosition } from './position.ts'

/** `now`: responses of earlier requests may never come. `soon`: requests under way continue, and what they load is loaded once more. */
export type ResyncKind = 'now' | 'soon'
/** `joinedAt`: data that has everything up to there has missed nothing; all data may have when it is missing. */
type ResyncListener = (kind: ResyncKind, joinedAt?: LogPosition) => void

const resyncListeners = new Set<ResyncListener>()
/** Whether a resync of all data was due when the connection was lost. */
let isOwed = false
let scheduled: { timer: ReturnType<typeof setTimeout>; joinedAt: LogPosition | undefined } | undefined

/**
 * Calls `listener` whenever messages may have been missed, so that it fetches its data again: soon after the first
 * connection and after joining a room, at once after a reconnect, and when the server may have lost messages. Returns an unsubscribe function.
 */
export function onResync(listener: ResyncListener): () => void {
  resyncListeners.add(listener)
  return () => void resyncListeners.delete(listener)
}

/** Calls all listeners now. */
export function resync(joinedAt?: LogPosition): void {
  cancelResync()
  notifyListeners('now', isOwed ? undefined : joinedAt)
}

/** Calls all listeners once after `resyncDelay`, however often it is called until then. */
export function scheduleResync(joinedAt?: LogPosition): void {
  if (scheduled) {
    scheduled.joinedAt = latestPosition([scheduled.joinedAt, joinedAt])
    return
  }
  const timer = setTimeout(() => {
    const { joinedAt: latest } = scheduled ?? {}
    scheduled = undefined
    notifyListeners('soon', latest)
  }, resyncDelay(Math.random()))
  scheduled = { timer, joinedAt }
}

/** Cancels a scheduled resync. After a disconnect its requests would fail, and the reconnect resyncs. */
export function cancelResync(): void {
  if (scheduled && scheduled.joinedAt === undefined) isOwed = true
  clearTimeout(scheduled?.timer)
  scheduled = undefined
}

function notifyListeners(kind: ResyncKind, joinedAt: LogPosition | undefined): void {
  isOwed = false
  for (const listener of resyncListeners) listener(kind, joinedAt)
}

/** Delays before the first attempts to reconnect, in milliseconds; the last one repeats. */
const reconnectDelays = [1000, 2000, 4000, 8000, 15_000]

/** After a restart, clients reconnect at random moments within this time, in milliseconds, so that not all load at once. */
const jitterMs = 4000

/** Returns the delay before the next attempt to reconnect, in milliseconds. `failedAttempts`: 0 after the first failure; `jitter`: 0 to 1. */
export const reconnectDelay = (failedAttempts: number, jitter: number): number =>
  (reconnectDelays[failedAttempts] ?? 15_000) + Math.round(jitter * jitterMs)

/** Returns the delay before a scheduled resync, in milliseconds. `jitter` (0 to 1) spreads the clients. */
export const resyncDelay = (jitter: number): number => 1000 + Math.round(jitter * jitterMs)

/** Delays before a failed resync is repeated, in milliseconds; the last one repeats. */
const resyncRetryDelays = [2000, 4000, 8000, 15_000, 30_000]

/** Returns the delay before a failed resync is repeated, in milliseconds. `failedAttempts`: 1 after the first failure; `jitter`: 0 to 1. */
export const resyncRetryDelay = (failedAttempts: number, jitter: number): number =>
  (resyncRetryDelays[failedAttempts - 1] ?? 30_000) + Math.round(jitter * jitterMs)
