import { resyncDelay } from './live-connection.ts'

/** `now`: responses of earlier requests may never come. `soon`: requests under way go on, and what they load is loaded once more. */
export type ResyncKind = 'now' | 'soon'
type ResyncListener = (kind: ResyncKind) => void

const resyncListeners = new Set<ResyncListener>()
let resyncTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Calls `listener` whenever messages may have been missed, so that it fetches its data again: soon after the first
 * connection and after joining a room, at once after a reconnect, and when the server may have lost messages. Returns an unsubscribe function.
 */
export function onResync(listener: ResyncListener): () => void {
  resyncListeners.add(listener)
  return () => void resyncListeners.delete(listener)
}

/** Calls all listeners now. */
export function resync(): void {
  cancelResync()
  notifyListeners('now')
}

/** Calls all listeners once after `resyncDelay`, however often it is called until then. */
export function scheduleResync(): void {
  resyncTimer ??= setTimeout(() => {
    resyncTimer = undefined
    notifyListeners('soon')
  }, resyncDelay(Math.random()))
}

/** Cancels a scheduled resync. After a disconnect its requests would fail, and the reconnect resyncs anyway. */
export function cancelResync(): void {
  clearTimeout(resyncTimer)
  resyncTimer = undefined
}

function notifyListeners(kind: ResyncKind): void {
  for (const listener of resyncListeners) listener(kind)
}
