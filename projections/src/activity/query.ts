import type { FeedAnswer, FeedItem } from '@thirty/contracts/api/community.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cursorAt, placeOfCursor } from '../cursor.ts'
import { itemsOf, type Mentions } from './items.ts'
import { ratingTold, type Happening } from './happenings.ts'
import { parts, type FeedPart } from './view.ts'

export type ActivityQueries = {
  /** What happened lately, newest first. What happens while somebody pages on neither hides nor repeats anything. */
  feed(query: { limit: number; cursor?: string | undefined }): Promise<FeedAnswer>
}

type Options = { store: ViewStore; view: ViewKey; mentions: Mentions }

export function activityQueries({ store, view, mentions }: Options): ActivityQueries {
  /** All happenings before a position, the newest first. */
  const happeningsBefore = async (position: number): Promise<Happening[]> => {
    const loaded = await store.load<FeedPart>(view, parts)
    const all = loaded
      .flatMap((part) => part?.happenings ?? [])
      .sort((one, other) => other.position - one.position)
    return latestRatings(all).filter((one) => one.position < position)
  }

  return {
    feed: async ({ limit, cursor }) => {
      const at = (await store.checkpoint(view)).toString()
      const happenings = await happeningsBefore(placeOfCursor(list, cursor) ?? Infinity)
      const items: FeedItem[] = []
      // One more than is shown tells whether there is more; what is left out is made up for by what comes after.
      for (let from = 0; from < happenings.length && items.length <= limit; from += limit + 1) {
        const next = happenings.slice(from, from + limit + 1).map((happening) => ({ happening }))
        items.push(...(await itemsOf(next, mentions)))
      }
      const shown = items.slice(0, limit)
      const last = shown.at(-1)
      const nextCursor = items.length > limit && last ? cursorAt(list, Number(last.position)) : null
      return { success: true, items: shown, nextCursor, position: at }
    },
  }
}

const list = 'feed'

/** Of the ratings of a project by the same rater, the newest first, only the one that counts. */
function latestRatings(happenings: readonly Happening[]): Happening[] {
  const known = new Set<string>()
  return happenings.filter((one) => {
    const rating = ratingTold(one)
    if (rating === undefined) return true
    if (known.has(rating)) return false
    known.add(rating)
    return true
  })
}
