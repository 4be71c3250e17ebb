import { useLiveConnection, resyncDelay } from './live-connection.ts'

const resyncListeners = new Set<() => void>()
let scheduled: ReturnType<typeof setTimeout> | undefined

/**
 * Calls back whenever live messages may have been missed, so that the caller fetches its data again: soon after the first
 * connection or after joining a room (data fetched before may be older than the first message), after a reconnect, after a
 * pause, and when the server itself may have lost messages. Returns an unsubscribe function.
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

/** Calls all listeners after `resyncDelay`; further calls until then have no effect. Does nothing while live updates are paused. */
export function scheduleResync(): void {
  scheduled ??= setTimeout(() => {
    scheduled = undefined
    // The end of the pause resyncs.
    if (!useLiveConnection.getState().paused) resync()
  }, resyncDelay(Math.random()))
}

/** Cancels a scheduled resync, for a lost connection: requests would fail, and the reconnect resyncs. */
export function cancelResync(): void {
  clearTimeout(scheduled)
  scheduled = undefined
}
