// Reads pages of an index: the lists that responses return in pages.

import type {
  IndexedEntry,
  IndexPlace,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { encodeCursor, decodeCursor } from './cursor.ts'
import { entriesPerSlice, placeAfter, yieldToEventLoop } from './index-scan.ts'

export type IndexPageQuery = {
  /** The index that orders the list. Its tiebreakers are unique. */
  index: string
  /** `desc`, the default, begins with the last entry of the index. */
  order?: 'asc' | 'desc' | undefined
  /** Name of the list, including its filters and its order. Its cursors are valid for this list only. */
  list: string
  limit: number
  cursor?: string | undefined
}

type Source = { store: ReadModelStore; readModel: ReadModelKey }
type Page<Item> = { found: Item[]; nextCursor: string | null }

const sliceSize = 64
/** Maximum number of entries that are scanned for one page of a filtered list. */
export const maxScanned = 160 * sliceSize

/**
 * Returns a page of the entries of an index. A page starts after the last item of the previous one, so that items which
 * are added, moved or removed in between neither hide nor repeat others. With `words` it contains only entries of documents
 * with these normalised words in one of their texts, or of the first `searched` texts, and ends after `maxScanned` entries: it may then
 * have fewer than `limit` items or none, but has a cursor. Refuses a cursor of another list as `malformed`.
 */
export const entriesPage = (
  { store, readModel }: Source,
  { words = '', searched, ...query }: IndexPageQuery & { words?: string; searched?: number },
): Promise<Page<IndexedEntry>> =>
  scan<IndexedEntry & { texts: readonly string[] }>(query, {
    read: async (range) => {
      const entries = await store.entriesFrom(readModel, query.index, range)
      const ids = entries.map(({ id }) => id)
      const texts = words !== '' && ids.length > 0 ? await store.texts(readModel, ids) : []
      return entries.map((entry, index) => ({ ...entry, texts: texts[index] ?? [] }))
    },
    readSize: words === '' ? query.limit + 1 : entriesPerSlice,
    ...(words !== '' && {
      keep: ({ texts }) => texts.slice(0, searched).some((text) => text.includes(words)),
    }),
  })

export type FoundDocument<Doc> = { id: string; document: Doc }

/** Returns a page like `entriesPage` with the documents of the entries, filtered by them. */
export const documentsPage = <Doc extends Document>(
  { store, readModel }: Source,
  { keep, ...query }: IndexPageQuery & { keep?: (document: Doc) => boolean },
): Promise<Page<IndexedEntry & FoundDocument<Doc>>> =>
  scan(query, {
    read: async (range) => {
      const entries = await store.entriesFrom(readModel, query.index, range)
      const ids = entries.map(({ id }) => id)
      const documents = ids.length === 0 ? [] : await store.load<Doc>(readModel, ids)
      return entries.map((entry, index) => ({ ...entry, document: documents[index] }))
    },
    readSize: keep ? sliceSize : query.limit + 1,
    ...(keep && { keep: ({ document }) => keep(document) }),
  })

type Scan<Item, Read> = {
  read: (range: { from: IndexPlace | undefined; limit: number; reverse: boolean }) => Promise<Read[]>
  /** Number of items in one read. */
  readSize: number
  keep?: (item: Item) => boolean
}

const maxSliceMs = 2

/** `document` is undefined for a document that was deleted after its entry was read; such items are left out. */
async function scan<Item extends IndexedEntry>(
  { order = 'desc', list, limit, cursor }: IndexPageQuery,
  { read, readSize, keep }: Scan<Item, IndexedEntry & { [Key in keyof Item]: Item[Key] | undefined }>,
): Promise<Page<Item>> {
  const reverse = order === 'desc'
  const found: Item[] = []
  let last = cursor === undefined ? undefined : decodePlace(list, cursor)
  let hasMore = true
  for (let scanned = 0; hasMore && scanned < maxScanned; scanned += readSize) {
    const from = last && (reverse ? last : placeAfter(last))
    const items = await read({ from, limit: readSize, reverse })
    let sliceBegin = performance.now()
    for (const item of items) {
      // The texts of one document can be long.
      if (keep && performance.now() - sliceBegin > maxSliceMs) {
        await yieldToEventLoop()
        sliceBegin = performance.now()
      }
      const isKept = isComplete(item) && (!keep || keep(item))
      if (isKept && found.length === limit) return { found, nextCursor: encodePlace(list, last) }
      if (isKept) found.push(item)
      last = item.entry
    }
    hasMore = items.length === readSize
    if (keep) await yieldToEventLoop()
  }
  return { found, nextCursor: hasMore ? encodePlace(list, last) : null }

  function isComplete(item: object): item is Item {
    return !('document' in item) || item.document !== undefined
  }
}

const encodePlace = (list: string, place: IndexPlace | undefined): string | null =>
  place ? encodeCursor(list, place.score, place.tiebreaker) : null

function decodePlace(list: string, cursor: string): IndexPlace {
  const { start: score, after: tiebreaker = '' } = decodeCursor(list, cursor)
  return { score, tiebreaker }
}

type AllDocumentsOptions<Doc> = {
  /** Whether a document is yielded; all are when missing. */
  keep?: ((document: Doc) => boolean) | undefined
  /** `asc`, the default, begins with the first entry of the index. */
  order?: 'asc' | 'desc'
  /** How many documents are in memory at once. */
  partSize?: number
}

/** Yields the documents of an index in parts, which may be empty. The place is found again after each part, as in `documentsPage`. */
export async function* allDocuments<Doc extends Document>(
  source: Source,
  index: string,
  { keep, order = 'asc', partSize = 500 }: AllDocumentsOptions<Doc> = {},
): AsyncGenerator<(IndexedEntry & FoundDocument<Doc>)[]> {
  let cursor: string | undefined
  do {
    const page = await documentsPage<Doc>(source, {
      index,
      order,
      list: `all of ${index}`,
      limit: partSize,
      cursor,
      ...(keep && { keep }),
    })
    yield page.found
    cursor = page.nextCursor ?? undefined
    await yieldToEventLoop()
  } while (cursor !== undefined)
}
