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

/** When something began: ISO time, and the sortable position that tells apart what began in the same millisecond. */
type Moment = { at: string; position: string }

type Newest<Doc> = {
  /** Index in which the oldest stands first, by its moment. */
  index: string
  momentOf: (document: Doc) => Moment
  /** Name of the list, with its filters: its cursors are good for it alone. */
  list: string
  limit: number
  cursor?: string | undefined
}

export type NewestPageQuery<Doc> = Newest<Doc> & {
  /** Which documents belong to the list; all when missing. */
  keep?: (document: Doc) => boolean
}

export type NewestByNameQuery<Doc> = Newest<Doc> & {
  /** Whether who stands there is meant. The tie is the position of the moment, with names behind it. */
  matchesName: (tie: string) => boolean
  /** Whether a document is in the index: it is read after its place, and may have left in between. */
  isIndexed: (document: Doc) => boolean
}

type Page<Doc> = { found: RankedDocument<Doc>[]; nextCursor: string | null }

const sliceSize = 64
/** Most documents that are looked at for one page of a list whose members have to be looked for. */
export const maxScanned = 160 * sliceSize

/**
 * A page of an index, newest first. It goes on behind what was shown last: what comes and goes while somebody pages on
 * neither hides nor repeats anything else. Where documents have to be looked for, a page ends after `mostLookedAt` of them:
 * it may then have fewer than `limit` or none, and its cursor goes on. Refuses a cursor of another list as `malformed`.
 */
export async function newestPage<Doc extends Document>(
  store: ReadModelStore,
  view: ReadModelKey,
  query: NewestPageQuery<Doc>,
): Promise<Page<Doc>> {
  const { index, list, limit, keep, momentOf } = query
  const { found, last } = await lookedThrough<RankedDocument<Doc>>({
    upper: await beginOf({ store, view }, query),
    read: (range) => store.range<Doc>(view, index, range),
    atOnce: keep ? sliceSize : limit + 1,
    limit,
    ...(keep && { keep: ({ document }) => keep(document) }),
  })
  if (last === undefined) return { found, nextCursor: null }
  const { at, position } = momentOf(last.document)
  return { found, nextCursor: encodeCursor(list, Date.parse(at), position) }
}

/** The same where a search looks for names that stand in the ties: documents are read of those alone whom it finds. */
export async function newestPageByName<Doc extends Document>(
  store: ReadModelStore,
  view: ReadModelKey,
  query: NewestByNameQuery<Doc>,
): Promise<Page<Doc>> {
  const { index, list, limit, matchesName: isNamed, isIndexed: isThere } = query
  const { found, last } = await lookedThrough<RankedEntry>({
    upper: await beginOf({ store, view }, query),
    read: (range) => store.entries(view, index, range),
    atOnce: entriesPerSlice,
    limit,
    keep: ({ entry: place }) => isNamed(place.tiebreaker),
  })
  const documents = await loadDocuments<Doc>(store, view, found)
  return {
    found: documents.filter(({ document }) => isThere(document)),
    nextCursor: last
      ? encodeCursor(list, last.entry.score, tiebreakerWithoutNames(last.entry.tiebreaker))
      : null,
  }
}

type Looking<Item> = {
  /** How many are older than where it begins. */
  upper: number
  read: (range: IndexRange) => Promise<Item[]>
  /** How many are read at once. */
  atOnce: number
  limit: number
  keep?: (item: Item) => boolean
}

/** Those that belong to a page, and, where there may be more, what was looked at last. */
async function lookedThrough<Item>({
  upper,
  read,
  atOnce,
  limit,
  keep,
}: Looking<Item>): Promise<{ found: Item[]; last: Item | undefined }> {
  const found: Item[] = []
  let last: Item | undefined
  let rest = upper
  const end = keep ? Math.max(0, upper - maxScanned) : 0
  while (rest > end) {
    const lower = Math.max(0, rest - atOnce)
    const slice = await read({ offset: lower, limit: rest - lower })
    for (const one of slice.reverse()) {
      const isWanted = !keep || keep(one)
      if (isWanted && found.length === limit) return { found, last }
      if (isWanted) found.push(one)
      last = one
    }
    rest = lower
    if (keep) await yieldToEventLoop()
  }
  return { found, last: rest > 0 ? last : undefined }
}

/** How many of the index are older than what was shown last: all of it for a first page. */
async function beginOf<Doc extends Document>(
  { store, view }: { store: ReadModelStore; view: ReadModelKey },
  { index, list, cursor, momentOf }: Newest<Doc>,
): Promise<number> {
  if (cursor === undefined) return store.count(view, index)
  const { place: score, after = refuseInvalidCursor() } = decodeCursor(list, cursor)
  return countEntriesBefore<Doc>(
    { store, readModel: view },
    { index, score },
    ({ document }) => momentOf(document).position < after,
  )
}
