import { create } from 'zustand'
import { request } from '../../shared/http/http.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'

/** The number of submissions that wait for review; undefined until it is loaded. */
export const usePendingCount = create<{ count: number | undefined }>(() => ({ count: undefined }))

const load = () =>
  void request('GET', '/api/projects/all', { query: { limit: 1 }, area: 'admin' }).then(
    ({ counts }) => usePendingCount.setState({ count: counts.submitted }),
    // Keep the last count; the next `statistics.changed` message contains a new one.
    () => undefined,
  )

/** Loads the count and applies live updates. Returns an unsubscribe function. */
export function followPendingCount(): () => void {
  const unsubscribers = [
    subscribe('statistics.changed', ({ statistics }) => {
      if ('pending' in statistics) usePendingCount.setState({ count: statistics.pending })
    }),
    onResync(load),
  ]
  load()
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
