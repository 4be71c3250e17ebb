import type { FeedResponse, FeedItem } from '@thirty/contracts/api/community/community.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import { toFeedItems, type FeedLookups } from './feed-items.ts'
import { ratingKey, type Activity } from './activities.ts'
import { feedShardIds, type FeedShard } from './projection.ts'

export type ActivityQueries = {
  /** What happened lately, newest first. What happens while somebody pages on neither hides nor repeats anything. */
  feed(query: { limit: number; cursor?: string | undefined }): Promise<FeedResponse>
}

type Options = { store: ReadModelStore; readModel: ReadModelKey; lookups: FeedLookups }

export function activityQueries({ store, readModel: view, lookups: mentions }: Options): ActivityQueries {
  /** All happenings before a position, the newest first. */
  const happeningsBefore = async (position: number): Promise<Activity[]> => {
    const loaded = await store.load<FeedShard>(view, feedShardIds)
    const all = loaded
      .flatMap((part) => part?.happenings ?? [])
      .sort((one, other) => other.position - one.position)
    return latestRatings(all).filter((one) => one.position < position)
  }

  return {
    feed: async ({ limit, cursor }) => {
      const at = (await store.checkpoint(view)).toString()
      const happenings = await happeningsBefore(decodeCursorStart(list, cursor) ?? Infinity)
      const items: FeedItem[] = []
      // One more than is shown tells whether there is more; what is left out is made up for by what comes after.
      for (let from = 0; from < happenings.length && items.length <= limit; from += limit + 1) {
        const next = happenings.slice(from, from + limit + 1).map((activity) => ({ activity }))
        items.push(...(await toFeedItems(next, mentions)))
      }
      const shown = items.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = items.length > limit && last ? encodeCursor(list, Number(last.position)) : null
      return { success: true, items: shown, nextCursor, position: at }
    },
  }
}

const list = 'feed'

/** Of the ratings of a project by the same rater, the newest first, only the one that counts. */
function latestRatings(happenings: readonly Activity[]): Activity[] {
  const known = new Set<string>()
  return happenings.filter((one) => {
    const rating = ratingKey(one)
    if (rating === undefined) return true
    if (known.has(rating)) return false
    known.add(rating)
    return true
  })
}
