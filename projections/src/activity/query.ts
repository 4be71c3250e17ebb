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

  return {
    feed: async ({ limit, cursor }) => {
      const position = await livePosition(store, readModel)
      const activities = await activitiesBefore(decodeCursorStart(list, cursor) ?? Infinity)
      const items: FeedItem[] = []
      // `toFeedItems` may leave activities out, so further batches are read until a page and one more item are found.
      for (let from = 0; from < activities.length && items.length <= limit; from += limit + 1) {
        const batch = activities.slice(from, from + limit + 1).map((activity) => ({ activity }))
        items.push(...(await toFeedItems(batch, lookups)))
      }
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
