// When live data has to be loaded again, because messages may have been missed.

import { resyncDelay } from './live-delays.ts'
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
