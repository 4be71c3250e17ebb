import { resyncDelay } from './live-connection.ts'

const resyncListeners = new Set<() => void>()
let resyncTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Calls `listener` whenever messages may have been missed, so that it fetches its data again: soon after the first
 * connection and after joining a room, at once after a reconnect, and when the server may have lost messages. Returns an unsubscribe function.
 */
export function onResync(listener: () => void): () => void {
  resyncListeners.add(listener)
  return () => void resyncListeners.delete(listener)
}

/** Calls all listeners now. */
export function resync(): void {
  cancelResync()
  for (const listener of resyncListeners) listener()
}

/** Calls all listeners once after `resyncDelay`, however often it is called until then. */
export function scheduleResync(): void {
  resyncTimer ??= setTimeout(() => {
    resyncTimer = undefined
    resync()
  }, resyncDelay(Math.random()))
}

/** Cancels a scheduled resync. After a disconnect its requests would fail, and the reconnect resyncs anyway. */
export function cancelResync(): void {
  clearTimeout(resyncTimer)
  resyncTimer = undefined
}
