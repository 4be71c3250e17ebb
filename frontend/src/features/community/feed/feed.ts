// The live data of the activity feed: the activities on screen, and the arrivals that wait until the user shows them.

import type { FeedItem, FeedResponse } from '@thirty/contracts/community/api.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { request } from '../../../shared/http/http.ts'
import { t } from '../../../shared/i18n/t.ts'
import { liveData, reloadsOn } from '../../../shared/live/live-data.ts'
import { isAfter, isOtherEpoch } from '../../../shared/live/position.ts'
import { feedItemId } from '../../../shared/people/feed-item-id.ts'
import { announce } from '../../../shared/ui/feedback/shell-messages.tsx'

/** Some activities, newest first, and the cursor of older ones. */
type FeedPage = Pick<FeedResponse, 'items' | 'nextCursor' | 'position' | 'epoch'>

/**
 * The activities on screen and the new ones, both newest first. `replacement`: more arrived than were loaded, so
 * there is a gap; the loaded page replaces the feed when the arrivals are shown.
 */
type Feed = FeedPage & { arrivals: readonly FeedItem[]; replacement?: FeedPage }

export function feedOf({ items, nextCursor, position, epoch }: FeedPage): Feed {
  return { items, nextCursor, position, epoch, arrivals: [] }
}

/** Adds a newly loaded first page: new activities become arrivals, and the others have their present figures. */
export function withPage(feed: Feed, page: FeedPage): Feed {
  const newest = feed.items[0]
  if (newest === undefined || page.items.length === 0 || isOtherEpoch(feed, page)) return feedOf(page)
  const { position, epoch } = page
  const shownIds = new Set(feed.items.map(feedItemId))
  const arrivals = page.items.filter(
    (item) => isAfter(item, newest) || (isRankChange(item) && !shownIds.has(feedItemId(item))),
  )
  const known = page.items.filter((item) => !arrivals.includes(item))
  const oldest = known.at(-1)
  const { replacement: _, ...shown } = feed
  if (oldest === undefined) return { ...shown, position, epoch, arrivals, replacement: page }
  // An activity that the page lacks is gone, such as that of a withdrawn project. The page may end among items of one position.
  const pageIds = new Set(page.items.map(feedItemId))
  const older = feed.items.filter(
    (item) => isAfter(oldest, item) || (item.position === oldest.position && !pageIds.has(feedItemId(item))),
  )
  const nextCursor = older.length === 0 ? page.nextCursor : feed.nextCursor
  return { ...shown, items: [...known, ...older], nextCursor, position, epoch, arrivals }
}

/** Adds the activities of a live message. Calls `reload` if the message does not have all of them. */
export function withMessage(feed: Feed, message: ServerMessages['activity'], reload: () => void): Feed {
  const { position, epoch, items, skipped } = message
  if (skipped > 0) {
    reload()
    return feed
  }
  const [latest] = newestFirst([...feed.arrivals.slice(0, 1), ...feed.items.slice(0, 1)])
  const arrivals = latest === undefined ? items : items.filter((item) => isAfter(item, latest))
  const next = { ...feed, position, epoch, arrivals: [...arrivals, ...feed.arrivals] }
  // Nothing on screen can move.
  return feed.items.length === 0 ? showArrivals(next) : next
}

export function showArrivals({ arrivals, replacement, ...shown }: Feed): Feed {
  const page = replacement ?? shown
  const known = new Set(page.items.map(feedItemId))
  const added = arrivals.filter((item) => !known.has(feedItemId(item)))
  return feedOf({ ...page, items: newestFirst([...added, ...page.items]) })
}

/** A change of rank is added when its date has ended, below what happened since. */
const isRankChange = ({ what }: FeedItem): boolean => what === 'took-the-lead' || what === 'moved-up'

const newestFirst = (items: readonly FeedItem[]): FeedItem[] =>
  items.toSorted((left, right) => Number(isAfter(right, left)) - Number(isAfter(left, right)))

const fetchPage = (cursor: string | undefined, signal: AbortSignal) =>
  request('GET', '/api/community/feed', { query: { limit: 30, cursor }, signal })

/** The activity feed of the run. New activities arrive live and are held back until the user shows them. */
export const activityFeed = liveData<Feed>({
  room: rooms.community,
  load: async (_key, signal) => feedOf(await fetchPage(undefined, signal)),
  merge: withPage,
  loadMore: async (_key, cursor, signal) => {
    const page = await fetchPage(cursor, signal)
    return (feed) => ({ ...feed, items: [...feed.items, ...page.items], nextCursor: page.nextCursor })
  },
  messages: {
    activity: withMessage,
    // The feed may be that of another run now, with another epoch, or have the changes of rank of the day that ended.
    ...reloadsOn('challenge.changed'),
  },
  onApplied: (before, after) => {
    const count = after.arrivals.length
    if (count > before.arrivals.length) announce(t('community.newActivities', { count }))
  },
})
