// Reads the documents of a read model: by their ids, and an index as a list of them, in pages for responses, also filtered or searched, and
// as a whole in parts. Makes the cursors between pages. Lets other tasks run between slices of long work.

import { setImmediate } from 'node:timers/promises'
import type {
  IndexedEntry,
  IndexPlace,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { createHash } from 'node:crypto'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'

/** A read model, and its store. */
export type Source = { store: ReadModelStore; readModel: ReadModelKey }

/** Returns the documents with these ids by id, in the order of the ids, each once; ids without a document are missing. */
export async function documentsById<Doc extends Document>(
  { store, readModel }: Source,
  ids: Iterable<string>,
): Promise<Map<string, Doc>> {
  const unique = [...new Set(ids)]
  const found = new Map<string, Doc>()
  for (let start = 0; start < unique.length; start += documentsPerRead) {
    const some = unique.slice(start, start + documentsPerRead)
    for (const [index, document] of (await store.load<Doc>(readModel, some)).entries())
      if (document !== undefined) found.set(some[index] ?? '', document)
  }
  return found
}

/** A store that is shared blocks its other users during a read. */
const documentsPerRead = 500

/** Lets other tasks run. Called between slices of long work, each well below a millisecond. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/** How many entries are read at once, without their documents. */
export const entriesPerSlice = 512

/** Returns the first place after the entry at a place. */
export const placeAfter = ({ score, tiebreaker }: IndexPlace): IndexPlace => ({
  score,
  tiebreaker: `${tiebreaker}\v`,
})

/** Yields the entries of an index from a place on, of which it reads a number at once. The place is found again after each read. */
export async function* entriesAfter(
  { store, readModel }: Source,
  index: string,
  { place, limit }: { place: IndexPlace; limit: number },
): AsyncGenerator<IndexedEntry> {
  for (let from = place; ;) {
    const entries = await store.entries(readModel, index, { from, limit })
    for (const next of entries) {
      yield next
      from = placeAfter(next)
    }
    if (entries.length < limit) return
  }
}

/** A part of a list. */
type Part = {
  /** The index that orders the list. Its tiebreakers are unique. */
  index: string
  /** `desc`, the default, begins with the last entry of the index. */
  order?: 'asc' | 'desc' | undefined
  /** Where it begins: as `PlaceRange`. */
  from?: IndexPlace | undefined
  limit: number
}

/** `last` was scanned last; missing if nothing follows it. */
type Scanned<Item> = { found: Item[]; last: IndexedEntry | undefined }

type IndexPageQuery = Omit<Part, 'from'> & {
  /** Name of the list, including its filters and its order. Its cursors are valid for this list only. */
  list: string
  cursor?: string | undefined
}

const sliceSize = 64
/** Maximum number of entries that are scanned for one page of a filtered list. */
export const maxScanned = 160 * sliceSize

/**
 * Only entries of documents with `words`, which are normalised, in one of their texts, or of the first `searched` texts; all when missing.
 */
type Words = { words?: string; searched?: number }

/**
 * Returns a page of the entries of an index. A page starts after the last item of the previous one, so that items which
 * are added, moved or removed in between neither hide nor repeat others. With `words` it ends after `maxScanned` entries: it may then
 * have fewer than `limit` items or none, but has a cursor. Refuses a cursor of another list as `malformed`.
 */
export const entriesPage = (source: Source, query: IndexPageQuery & Words) =>
  pageOf(query, (from) => scanEntries(source, { ...query, from }))

/** Returns a part of a list like `entriesPage`. */
export const scanEntries = (
  source: Source,
  { words = '', searched, ...part }: Part & Words,
): Promise<Scanned<IndexedEntry>> =>
  words === ''
    ? scan(source, part, async (ids) => ids)
    : scan(source, part, (ids) => source.store.texts(source.readModel, ids), {
        readSize: entriesPerSlice,
        maxEntries: maxScanned,
        keep: (texts) => texts.slice(0, searched).some((text) => text.includes(words)),
      })

export type FoundDocument<Doc> = { id: string; document: Doc }

/** All documents when missing. */
type Filter<Doc> = { keep?: ((document: Doc) => boolean) | undefined }

/** Returns a page like `entriesPage` with the documents of the entries, filtered by them. */
export const documentsPage = <Doc extends Document>(source: Source, query: IndexPageQuery & Filter<Doc>) =>
  pageOf(query, (from) => scanDocuments(source, { ...query, from }))

/** Returns a part of a list with the documents of its entries. */
export const scanDocuments = <Doc extends Document>(
  source: Source,
  { keep, ...part }: Part & Filter<Doc>,
  slices = { readSize: sliceSize, maxEntries: maxScanned },
): Promise<Scanned<IndexedEntry & FoundDocument<Doc>>> =>
  scan(source, part, (ids) => source.store.load<Doc>(source.readModel, ids), keep && { ...slices, keep })

async function pageOf<Item>(
  { list, order, cursor }: IndexPageQuery,
  read: (from: IndexPlace | undefined) => Promise<Scanned<Item>>,
): Promise<{ found: Item[]; nextCursor: string | null }> {
  const { start: score, after: tiebreaker = '' } = cursor === undefined ? {} : decodeCursor(list, cursor)
  const { found, last } = await read(score === undefined ? undefined : behind({ score, tiebreaker }, order))
  return { found, nextCursor: last ? encodeCursor(list, last.score, last.tiebreaker) : null }
}

/** Returns where a list continues behind a place. */
const behind = (place: IndexPlace, order: Part['order']): IndexPlace =>
  order === 'asc' ? placeAfter(place) : place

const maxSliceMs = 2

/**
 * Scans entries with what `load` returns for their documents, and keeps what a filter wants, of which it reads `readSize` at once, and
 * `maxEntries` at most. What was deleted after its entry was read is left out.
 */
async function scan<Value>(
  { store, readModel }: Source,
  { index, order, from, limit }: Part,
  load: (ids: readonly string[]) => Promise<readonly (Value | undefined)[]>,
  filter?: { readSize: number; maxEntries: number; keep: (value: Value) => boolean },
): Promise<Scanned<IndexedEntry & { document: Value }>> {
  const { readSize, maxEntries } = filter ?? { readSize: limit + 1, maxEntries: maxScanned }
  const found: (IndexedEntry & { document: Value })[] = []
  let last: IndexedEntry | undefined
  let hasMore = true
  for (let scanned = 0; hasMore && scanned < maxEntries; scanned += readSize) {
    const range = { from: last ? behind(last, order) : from, limit: readSize, reverse: order !== 'asc' }
    const entries = await store.entries(readModel, index, range)
    const documents = entries.length === 0 ? [] : await load(entries.map(({ id }) => id))
    let sliceBegin = performance.now()
    for (const [row, entry] of entries.entries()) {
      // The texts of one document can be long.
      if (filter && performance.now() - sliceBegin > maxSliceMs) {
        await yieldToEventLoop()
        sliceBegin = performance.now()
      }
      const document = documents[row]
      const isKept = document !== undefined && filter?.keep(document) !== false
      if (isKept && found.length === limit) return { found, last }
      if (isKept) found.push({ ...entry, document })
      last = entry
    }
    hasMore = entries.length === readSize
    if (filter) await yieldToEventLoop()
  }
  return { found, last: hasMore ? last : undefined }
}

type AllDocumentsOptions<Doc> = Filter<Doc> & {
  /** `asc`, the default, begins with the first entry of the index. */
  order?: 'asc' | 'desc'
  /** How many documents are in memory at once. */
  partSize?: number
}

/** Yields the documents of an index in parts, which may be empty. The place is found again after each part, as in `documentsPage`. */
export async function* allDocuments<Doc extends Document>(
  source: Source,
  index: string,
  { keep, order = 'asc', partSize: limit = 500 }: AllDocumentsOptions<Doc> = {},
): AsyncGenerator<(IndexedEntry & FoundDocument<Doc>)[]> {
  let from: IndexPlace | undefined
  // A part with a filter is one slice: none is read twice, wherever it has what is kept.
  const slices = { readSize: limit, maxEntries: limit }
  do {
    const { found, last } = await scanDocuments<Doc>(source, { index, order, from, limit, keep }, slices)
    yield found
    from = last && behind(last, order)
    await yieldToEventLoop()
  } while (from !== undefined)
}

/**
 * Returns an opaque cursor that is valid only for the list of this name. `start` says where the next page starts, in the
 * unit of the list, e.g. a score or an offset. For a list whose items move, `after` may identify the last item of the
 * page.
 */
export const encodeCursor = (list: string, start: number, after?: string): string =>
  Buffer.from([hashOf(list), start, ...(after === undefined ? [] : [after])].join('.')).toString('base64url')

/** Returns the `start` of a cursor of this list; `undefined` without a cursor. Refuses other cursors as `malformed`. */
export const decodeCursorStart = (list: string, cursor: string | undefined): number | undefined =>
  cursor === undefined ? undefined : decodeCursor(list, cursor).start

/** Returns the contents of a cursor of this list. Refuses other cursors as `malformed`. */
export function decodeCursor(list: string, cursor: string): { start: number; after: string | undefined } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [, hash, start, after] = /^([\w-]{8})\.(\d{1,15})(?:\.(.*))?$/.exec(text) ?? []
  if (hash === hashOf(list)) return { start: Number(start), after }
  return refuseInvalidCursor()
}

/** Throws the refusal of a cursor that was not made for this list. */
export function refuseInvalidCursor(): never {
  throw new Refusal('malformed', 'The request is malformed.', {
    cursor: 'This cursor does not belong to this list.',
  })
}

/** Returns a short hash of the list name, so that a long search does not make a long cursor. */
const hashOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, 8)
