// The activity feed of the run. New activities arrive live and are held back until the user shows them.

import { rooms } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../../shared/live/live-data.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { feedOf, withMessage, withPage, type Feed } from './feed.ts'
import { t } from '../../../shared/i18n/t.ts'

const pageSize = 30

const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
  request('GET', '/api/community/feed', {
    query: { limit: pageSize, ...(cursor !== undefined && { cursor }) },
    signal,
  })

export const activityFeed = liveData<Feed>({
  room: rooms.community,
  load: async (_key, signal) => feedOf(await fetchPage(undefined, signal)),
  merge: withPage,
  loadMore: async (_key, cursor, signal) => {
    const page = await fetchPage(cursor, signal)
    return (feed) => ({ ...feed, items: [...feed.items, ...page.items], nextCursor: page.nextCursor })
  },
  messages: {
    activity: { apply: withMessage },
    // The feed may be that of another run now, with another epoch, or have the changes of rank of the day that ended.
    'challenge.changed': reloadsOn('challenge'),
  },
  onApplied: (before, after) => {
    const count = after.arrivals.length
    if (count > before.arrivals.length) announce(t('community.newActivities', { count }))
  },
})
