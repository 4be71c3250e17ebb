import { useLiveConnection, resyncDelay } from './live-connection.ts'

const missed = new Set<() => void>()
let fetching: ReturnType<typeof setTimeout> | undefined

/**
 * Calls back whenever messages may have been missed: soon after the line first stood or another room was entered (what was
 * fetched before may be older than the first message), after a lost line came back, after a pause, and when the server
 * itself may have lost some. Refetch then.
 */
export function onResync(refetch: () => void): () => void {
  missed.add(refetch)
  return () => void missed.delete(refetch)
}

/** Lets everybody fetch at once. */
export function resync(): void {
  cancelResync()
  for (const refetch of missed) refetch()
}

/** Lets everybody fetch in a moment, once however often it is asked for; not while the screen is paused. */
export function scheduleResync(): void {
  fetching ??= setTimeout(() => {
    fetching = undefined
    // A pause ends with a fetch of its own.
    if (!useLiveConnection.getState().paused) resync()
  }, resyncDelay(Math.random()))
}

/** Nobody needs to fetch any more: nothing would answer, and whatever ends that lets everybody fetch. */
export function cancelResync(): void {
  clearTimeout(fetching)
  fetching = undefined
}
