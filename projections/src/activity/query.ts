// The queries of the feed: its pages, and the newest activities about one user.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import type { FeedResponse, FeedItem } from '@thirty/contracts/community/api.ts'
import { encodeCursor, decodeCursor, allDocuments } from '../document-reads.ts'
import type { RunContext } from '../run-context.ts'
import type { RankChange } from '../summaries.ts'
import { toFeedItems } from './feed-items.ts'
import { isShownActivity, latestIndex, ratingKey, type Activity, type FeedDocument } from './projection.ts'

/** An activity of the log, or a change of rank at the end of a date. */
type Entry = Activity | RankChange

const maxListed = 512

export function activityQueries(context: RunContext) {
  /** Yields the activities that everybody may see, newest first. Reads only the documents with the latest activities. */
  async function* newestFirst(): AsyncGenerator<Entry> {
    // Changes of rank come first, because sorting keeps the order of equal positions.
    let waiting: Entry[] = (await context.rankChanges()).toSorted(compareRanks)
    const isLatest = latestOfEachRater()
    /** Takes the waiting entries that are not older than a position. */
    const take = (position: number): Entry[] => {
      waiting.sort((left, right) => right.position - left.position)
      const taken = waiting.filter((entry) => entry.position >= position)
      waiting = waiting.slice(taken.length)
      return taken.filter(isLatest)
    }
    const readIds = new Set<string>()
    let count = 0
    const source = { store: context.store, readModel: context.readModels.activity }
    const latestFirst = { order: 'desc', partSize: 64 } as const
    for await (const documents of allDocuments<FeedDocument>(source, latestIndex, latestFirst)) {
      for (const { id, document } of documents) {
        // A document that has moved may be read twice.
        if (!readIds.has(id)) waiting.push(...document.activities.filter(isShownActivity))
        readIds.add(id)
      }
      // The documents that follow have older activities only.
      const taken = take(documents.at(-1)?.score ?? Infinity)
      yield* taken.slice(0, maxListed - count)
      count += taken.length
      if (count >= maxListed) return
    }
    yield* take(0).slice(0, maxListed - count)
  }

  /** Returns the newest items; a batch has fewer of them than activities if some are left out (`toFeedItems`). */
  const newestItems = async (limit: number, isKept?: (entry: Entry) => boolean): Promise<FeedItem[]> => {
    const items: FeedItem[] = []
    let batch: { activity: Entry }[] = []
    const addBatch = async () => {
      items.push(...(await toFeedItems(batch, context)))
      batch = []
    }
    for await (const activity of newestFirst()) {
      if (isKept?.(activity) === false) continue
      batch.push({ activity })
      if (batch.length === limit) await addBatch()
      if (items.length >= limit) break
    }
    await addBatch()
    return items.slice(0, limit)
  }

  return {
    /** Returns the newest activities of the feed that are about this user, newest first. */
    ofUser: (user: string, limit: number): Promise<FeedItem[]> =>
      newestItems(limit, ({ person }) => person === user),
    /** Returns a page of the feed, newest first. Activities added between two pages neither hide nor repeat others. */
    feed: async ({ limit, cursor }: PageQuery): Promise<FeedResponse> => {
      const position = await context.positionOf('activity')
      // One more than the page, to know whether another one follows.
      const items = await newestItems(limit + 1, cursor === undefined ? undefined : isAfter(cursor))
      const page = items.slice(0, limit)
      const last = page.at(-1)
      const nextCursor =
        items.length > limit && last
          ? encodeCursor(list, Number(last.position), keyOf({ ...last, person: last.person.id }))
          : null
      return { items: page, nextCursor, ...position }
    },
  }
}

const list = 'feed'

/** Identifies an entry among the entries with the same position. */
const keyOf = ({ at, what, person }: { at: string; what: string; person: string }): string =>
  `${at} ${what} ${person}`

/**
 * Returns a filter, to be called for all entries in order, that keeps the entries after the last entry of a page. If that entry is gone,
 * the filter leaves out the other entries with its position.
 */
function isAfter(cursor: string): (entry: Entry) => boolean {
  const { start, after } = decodeCursor(list, cursor)
  let isFound = false
  return (entry) => {
    if (isFound || entry.position < start) return true
    isFound = entry.position === start && keyOf(entry) === after
    return false
  }
}

/** The latest date first, and of each the new leader, then the best ranks. */
const compareRanks = (left: RankChange, right: RankChange): number =>
  Date.parse(right.at) - Date.parse(left.at) || rankOf(left) - rankOf(right)
const rankOf = (change: RankChange): number => (change.what === 'moved-up' ? change.rank : 1)

/** Returns a filter, to be called for all entries in order, that keeps only the newest rating that each rater gave to a project. */
function latestOfEachRater(): (entry: Entry) => boolean {
  const seen = new Set<string>()
  return (entry) => {
    const key = ratingKey(entry)
    if (key === undefined) return true
    if (seen.has(key)) return false
    seen.add(key)
    return true
  }
}
