import { create } from 'zustand'
import { request } from '../../shared/http/http.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'

/** How many submissions wait for review; undefined until the server has told. */
export const usePendingCount = create<{ count: number | undefined }>(() => ({ count: undefined }))

const load = () =>
  void request('GET', '/api/projects/all', { query: { limit: 1 }, area: 'admin' }).then(
    ({ counts }) => usePendingCount.setState({ count: counts.submitted }),
    // The number known last stays; the next message of the statistics brings a new one.
    () => undefined,
  )

/** Keeps the number true while the shell is on screen. Returns the way out. */
export function followPendingCount(): () => void {
  const ways = [
    subscribe('statistics.changed', ({ statistics }) => {
      if ('pending' in statistics) usePendingCount.setState({ count: statistics.pending })
    }),
    onResync(load),
  ]
  load()
  return () => ways.forEach((leave) => leave())
}
