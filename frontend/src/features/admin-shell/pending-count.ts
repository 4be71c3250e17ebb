// The number of submissions that wait for review, updated live; undefined until it is loaded.

import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'

type PendingCount = { count: number; position: string; epoch?: string | undefined }

const pendingCount = liveData<PendingCount>({
  load: async (_key, signal) => {
    const { counts, position, epoch } = await request('GET', '/api/projects/all', {
      query: { limit: 1 },
      signal,
    })
    return { count: counts.submitted, position, epoch }
  },
  messages: {
    'statistics.changed': {
      // People and projects have separate messages; messages about projects have the positions of this count.
      sequence: ({ statistics }) => ('pending' in statistics ? 'projects' : 'people'),
      apply: (current, { statistics }) =>
        'pending' in statistics ? { ...current, count: statistics.pending } : current,
    },
  },
})

export const usePendingCount = (): number | undefined => useLiveData(pendingCount).data?.count
