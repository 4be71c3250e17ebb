import type { ReviewStatisticsResponse } from '@thirty/contracts/api/admin/reviews.ts'
import { request } from '../../../shared/http/http.ts'
import { createLiveStore } from '../../../shared/live/live-store.ts'

/** How long a message waits for others before the figures are loaded again, in milliseconds. Only admins receive it. */
const reloadDelayMs = 1000

/** Review backlog, waiting time and the work of the admins. Every change of the projects loads them again. */
export const reviewStatisticsStore = createLiveStore<ReviewStatisticsResponse>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/admin/statistics/reviews', { area: 'admin', signal }),
  reloadDelayMs,
  messages: {
    'statistics.changed': {
      sequence: ({ statistics }) => ('users' in statistics ? 'people' : 'projects'),
      apply: (figures, { statistics }, reload) => {
        if (!('users' in statistics)) reload()
        return figures
      },
    },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without reviews.
      apply: (figures, _, reload) => {
        reload()
        return figures
      },
    },
  },
})
