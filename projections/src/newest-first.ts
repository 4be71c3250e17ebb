import { tiebreakerWithoutNames } from '@thirty/contracts/rules/text/tiebreaker-names.ts'
import type {
  Document,
  RankedEntry,
  IndexRange,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { countEntriesBefore } from './count-before.ts'
import { encodeCursor, decodeCursor, refuseInvalidCursor } from './cursor.ts'
import { yieldToEventLoop, loadDocuments, entriesPerSlice } from './index-scan.ts'

/** When something began: ISO time, and the sortable log position that orders equal times. */
type Moment = { at: string; position: string }

type NewestQuery<Doc> = {
  /** Index in which documents are sorted by their moment, the oldest first. */
  index: string
  momentOf: (document: Doc) => Moment
  /** Name of the list, including its filters. Its cursors are valid for this list only. */
  list: string
  limit: number
  cursor?: string | undefined
}

export type NewestPageQuery<Doc> = NewestQuery<Doc> & {
  /** Whether a document belongs to the list; all do when missing. */
  keep?: (document: Doc) => boolean
}

export type NewestByNameQuery<Doc> = NewestQuery<Doc> & {
  /** Whether an entry matches the search. The tiebreaker contains the position of the moment, followed by names. */
  matchesName: (tiebreaker: string) => boolean
  /** Whether a document is still in the index: it is read after its entry, and may have changed in between. */
  isIndexed: (document: Doc) => boolean
}

type Page<Doc> = { found: RankedDocument<Doc>[]; nextCursor: string | null }

const sliceSize = 64
/** Maximum number of documents that are scanned for one page of a filtered list. */
export const maxScanned = 160 * sliceSize

/**
 * Returns a page of an index, newest first. A page starts after the last item of the previous one, so that items which
 * are added or removed in between neither hide nor repeat others. A page of a filtered list ends after `maxScanned`
 * documents: it may then have fewer than `limit` items or none, but has a cursor. Refuses a cursor of another list as
 * `malformed`.
 */
export async function newestPage<Doc extends Document>(
  store: ReadModelStore,
  readModel: ReadModelKey,
  query: NewestPageQuery<Doc>,
): Promise<Page<Doc>> {
  const { index, list, limit, keep, momentOf } = query
  const { found, last } = await scanBackwards<RankedDocument<Doc>>({
    end: await countOlder({ store, readModel }, query),
    read: (range) => store.range<Doc>(readModel, index, range),
    readSize: keep ? sliceSize : limit + 1,
    limit,
    ...(keep && { keep: ({ document }) => keep(document) }),
  })
  if (last === undefined) return { found, nextCursor: null }
  const { at, position } = momentOf(last.document)
  return { found, nextCursor: encodeCursor(list, Date.parse(at), position) }
}

/**
 * Returns a page like `newestPage`, filtered by the names in the tiebreakers, so that only matching documents are read.
 */
export async function newestPageByName<Doc extends Document>(
  store: ReadModelStore,
  readModel: ReadModelKey,
  query: NewestByNameQuery<Doc>,
): Promise<Page<Doc>> {
  const { index, list, limit, matchesName, isIndexed } = query
  const { found, last } = await scanBackwards<RankedEntry>({
    end: await countOlder({ store, readModel }, query),
    read: (range) => store.entries(readModel, index, range),
    readSize: entriesPerSlice,
    limit,
    keep: ({ entry }) => matchesName(entry.tiebreaker),
  })
  const documents = await loadDocuments<Doc>(store, readModel, found)
  return {
    found: documents.filter(({ document }) => isIndexed(document)),
    nextCursor: last
      ? encodeCursor(list, last.entry.score, tiebreakerWithoutNames(last.entry.tiebreaker))
      : null,
  }
}

type Scan<Item> = {
  /** Offset at which the scan starts; it moves towards offset 0, the oldest item. */
  end: number
  read: (range: IndexRange) => Promise<Item[]>
  /** Number of items in one read. */
  readSize: number
  limit: number
  keep?: (item: Item) => boolean
}

/** Returns the items of a page and, if there may be more, the last item that was scanned. */
async function scanBackwards<Item>({
  end,
  read,
  readSize,
  limit,
  keep,
}: Scan<Item>): Promise<{ found: Item[]; last: Item | undefined }> {
  const found: Item[] = []
  let last: Item | undefined
  let remaining = end
  const lowest = keep ? Math.max(0, end - maxScanned) : 0
  while (remaining > lowest) {
    const offset = Math.max(0, remaining - readSize)
    const slice = await read({ offset, limit: remaining - offset })
    for (const item of slice.reverse()) {
      const isKept = !keep || keep(item)
      if (isKept && found.length === limit) return { found, last }
      if (isKept) found.push(item)
      last = item
    }
    remaining = offset
    if (keep) await yieldToEventLoop()
  }
  return { found, last: remaining > 0 ? last : undefined }
}

/** Returns how many entries of the index are older than the cursor; without a cursor, the number of all entries. */
async function countOlder<Doc extends Document>(
  { store, readModel }: { store: ReadModelStore; readModel: ReadModelKey },
  { index, list, cursor, momentOf }: NewestQuery<Doc>,
): Promise<number> {
  if (cursor === undefined) return store.count(readModel, index)
  const { start: score, after = refuseInvalidCursor() } = decodeCursor(list, cursor)
  return countEntriesBefore<Doc>(
    { store, readModel },
    { index, score },
    ({ document }) => momentOf(document).position < after,
  )
}
