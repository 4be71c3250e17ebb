import type { FeedResponse, FeedItem } from '@thirty/contracts/api/community/community.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import { toFeedItems, type FeedLookups } from './feed-items.ts'
import { ratingKey, type Activity } from './activities.ts'
import { feedShardIds, type FeedShard } from './projection.ts'
import { livePosition } from '../live-position.ts'

export type ActivityQueries = {
  /** Returns a page of the feed, newest first. Activities added between two pages neither hide nor repeat others. */
  feed(query: { limit: number; cursor?: string | undefined }): Promise<FeedResponse>
  /** Returns the newest activities of the feed that are about this user, newest first. */
  ofUser(user: string, limit: number): Promise<FeedItem[]>
}

type Options = { store: ReadModelStore; readModel: ReadModelKey; lookups: FeedLookups }

export function activityQueries({ store, readModel, lookups }: Options): ActivityQueries {
  /** Returns all activities before a position, newest first. */
  const activitiesBefore = async (position: number): Promise<Activity[]> => {
    const shards = await store.load<FeedShard>(readModel, feedShardIds)
    const newestFirst = shards
      .flatMap((shard) => shard?.activities ?? [])
      .sort((left, right) => right.position - left.position)
    return latestRatingsOnly(newestFirst).filter((activity) => activity.position < position)
  }

  /** Returns the first items of activities, which are fewer than the activities if some are left out (`toFeedItems`). */
  const firstItems = async (activities: readonly Activity[], limit: number): Promise<FeedItem[]> => {
    const items: FeedItem[] = []
    for (let from = 0; from < activities.length && items.length < limit; from += limit) {
      const batch = activities.slice(from, from + limit).map((activity) => ({ activity }))
      items.push(...(await toFeedItems(batch, lookups)))
    }
    return items.slice(0, limit)
  }

  return {
    ofUser: async (user, limit) => {
      const activities = await activitiesBefore(Infinity)
      return firstItems(
        activities.filter(({ person }) => person === user),
        limit,
      )
    },
    feed: async ({ limit, cursor }) => {
      const position = await livePosition(store, readModel)
      const activities = await activitiesBefore(decodeCursorStart(list, cursor) ?? Infinity)
      // One more than the page, to know whether another one follows.
      const items = await firstItems(activities, limit + 1)
      const page = items.slice(0, limit)
      const last = page.at(-1)
      const nextCursor = items.length > limit && last ? encodeCursor(list, Number(last.position)) : null
      return { success: true, items: page, nextCursor, ...position }
    },
  }
}

const list = 'feed'

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
