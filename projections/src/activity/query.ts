import type { FeedResponse, FeedItem } from '@thirty/contracts/api/community/community.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursor } from '../cursor.ts'
import type { RankChange } from '../summaries.ts'
import { toFeedItems, type FeedLookups } from './feed-items.ts'
import { isShownActivity, ratingKey, type Activity } from './activities.ts'
import { feedShardIds, type FeedShard } from './projection.ts'
import { livePosition } from '../live-position.ts'

export type ActivityQueries = {
  /** Returns a page of the feed, newest first. Activities added between two pages neither hide nor repeat others. */
  feed(query: { limit: number; cursor?: string | undefined }): Promise<FeedResponse>
  /** Returns the newest activities of the feed that are about this user, newest first. */
  ofUser(user: string, limit: number): Promise<FeedItem[]>
}

type Options = {
  store: ReadModelStore
  readModel: ReadModelKey
  lookups: FeedLookups
  /** Returns the changes of rank of the latest dates, in any order. */
  rankChanges: () => Promise<readonly RankChange[]>
}

/** An activity of the log, or a change of rank at the end of a date. */
type Entry = Activity | RankChange

export function activityQueries({ store, readModel, lookups, rankChanges }: Options): ActivityQueries {
  /** Returns all entries, newest first. */
  const allEntries = async (): Promise<Entry[]> => {
    const [shards, ranks] = await Promise.all([store.load<FeedShard>(readModel, feedShardIds), rankChanges()])
    const newestFirst = shards
      .flatMap((shard) => shard?.activities.filter(isShownActivity) ?? [])
      .sort((left, right) => right.position - left.position)
    // Changes of rank come first, because sorting keeps the order of equal positions.
    return [...ranks.toSorted(compareRanks), ...latestRatingsOnly(newestFirst)].sort(
      (left, right) => right.position - left.position,
    )
  }

  /** Returns the first items of activities, which are fewer than the activities if some are left out (`toFeedItems`). */
  const firstItems = async (activities: readonly Entry[], limit: number): Promise<FeedItem[]> => {
    const items: FeedItem[] = []
    for (let from = 0; from < activities.length && items.length < limit; from += limit) {
      const batch = activities.slice(from, from + limit).map((activity) => ({ activity }))
      items.push(...(await toFeedItems(batch, lookups)))
    }
    return items.slice(0, limit)
  }

  return {
    ofUser: async (user, limit) => {
      const entries = await allEntries()
      return firstItems(
        entries.filter(({ person }) => person === user),
        limit,
      )
    },
    feed: async ({ limit, cursor }) => {
      const position = await livePosition(store, readModel)
      const entries = await allEntries()
      // One more than the page, to know whether another one follows.
      const items = await firstItems(
        cursor === undefined ? entries : entriesAfter(entries, cursor),
        limit + 1,
      )
      const page = items.slice(0, limit)
      const last = page.at(-1)
      const nextCursor =
        items.length > limit && last
          ? encodeCursor(list, Number(last.position), keyOf({ ...last, person: last.person.id }))
          : null
      return { success: true, items: page, nextCursor, ...position }
    },
  }
}

const list = 'feed'

/** Identifies an entry among the entries with the same position. */
const keyOf = ({ at, what, person }: { at: string; what: string; person: string }): string =>
  `${at} ${what} ${person}`

/** Returns the entries after the last one of a page. If that is gone, no other one with its position follows. */
function entriesAfter(entries: readonly Entry[], cursor: string): Entry[] {
  const { start, after } = decodeCursor(list, cursor)
  const last = entries.findIndex((entry) => entry.position === start && keyOf(entry) === after)
  return last === -1 ? entries.filter(({ position }) => position < start) : entries.slice(last + 1)
}

/** The latest date first, and of each the new leader, then the best ranks. */
const compareRanks = (left: RankChange, right: RankChange): number =>
  Date.parse(right.at) - Date.parse(left.at) || rankOf(left) - rankOf(right)
const rankOf = (change: RankChange): number => (change.what === 'moved-up' ? change.rank : 1)

/** Keeps only the newest rating that each rater gave to a project. */
function latestRatingsOnly(newestFirst: readonly Activity[]): Activity[] {
  const seen = new Set<string>()
  return newestFirst.filter((activity) => {
    const key = ratingKey(activity)
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
