import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'

type PendingCount = { count: number; position: string; epoch?: string | undefined }

const pendingCountStore = createLiveStore<PendingCount>({
  initialKey: undefined,
  load: async ({ signal }) => {
    const { counts, position, epoch } = await request('GET', '/api/projects/all', {
      query: { limit: 1 },
      area: 'admin',
      signal,
    })
    return { count: counts.submitted, position, epoch }
  },
  messages: {
    'statistics.changed': {
      // People and projects have messages of their own; messages about projects have the positions of this count.
      sequence: ({ statistics }) => ('pending' in statistics ? 'projects' : 'people'),
      apply: (current, { statistics }) =>
        'pending' in statistics ? { ...current, count: statistics.pending } : current,
    },
  },
})

/** Returns the number of submissions that wait for review inside a component; undefined until it is loaded. */
export const usePendingCount = (): number | undefined =>
  pendingCountStore.use(({ view }) => (view.state === 'ready' ? view.data.count : undefined))

/** Loads the count and applies live updates. Returns an unsubscribe function. */
export function followPendingCount(): () => void {
  const stop = pendingCountStore.follow()
  void pendingCountStore.load(undefined)
  return stop
}
