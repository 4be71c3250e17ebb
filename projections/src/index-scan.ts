// Reads a whole index in slices, and lets other tasks run between two slices.

import { setImmediate } from 'node:timers/promises'
import type {
  IndexedEntry,
  IndexPlace,
  RankedEntry,
  RankedDocument,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'

/** Lets other tasks run. Called between slices of long work, each well below a millisecond. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/** Yields the documents of an index in order, slice by slice, and lets other tasks run after each slice. */
export const scanDocumentsInOrder = <Doc extends Document>(
  store: ReadModelStore,
  readModel: ReadModelKey,
  index: string,
): AsyncGenerator<RankedDocument<Doc>[]> =>
  slices(0, 64, (offset, limit) => store.range<Doc>(readModel, index, { offset, limit }))

/** Yields the entries of an index like `scanDocumentsInOrder`, but in larger slices, because no documents are read. */
export const scanEntries = (
  store: ReadModelStore,
  readModel: ReadModelKey,
  index: string,
  { from, reverse }: { from: number; reverse: boolean },
): AsyncGenerator<RankedEntry[]> =>
  slices(from, entriesPerSlice, (offset, limit) =>
    store.entries(readModel, index, { offset, limit, reverse }),
  )

export const entriesPerSlice = 512

/** Returns the first place after the entry at a place. */
export const placeAfter = ({ score, tiebreaker }: IndexPlace): IndexPlace => ({
  score,
  tiebreaker: `${tiebreaker}\v`,
})

/** Yields the entries of an index from a place on, of which it reads a number at once. The place is found again after each read. */
export async function* entriesAfter(
  { store, readModel }: { store: Pick<ReadModelStore, 'entriesFrom'>; readModel: ReadModelKey },
  index: string,
  { place, limit }: { place: IndexPlace; limit: number },
): AsyncGenerator<IndexedEntry> {
  for (let from = place; ;) {
    const entries = await store.entriesFrom(readModel, index, { from, limit })
    for (const next of entries) {
      yield next
      from = placeAfter(next.entry)
    }
    if (entries.length < limit) return
  }
}

/** Returns the documents of index entries in the same order, without documents that were deleted in between. */
export async function loadDocuments<Doc extends Document>(
  store: ReadModelStore,
  readModel: ReadModelKey,
  entries: readonly RankedEntry[],
): Promise<RankedDocument<Doc>[]> {
  const documents = await store.load<Doc>(
    readModel,
    entries.map(({ id }) => id),
  )
  return entries.flatMap(({ id, rank }, index) => {
    const document = documents[index]
    return document === undefined ? [] : [{ id, rank, document }]
  })
}

async function* slices<Item>(
  from: number,
  size: number,
  read: (offset: number, limit: number) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let offset = from; ; offset += size) {
    const slice = await read(offset, size)
    if (slice.length > 0) yield slice
    if (slice.length < size) return
    await yieldToEventLoop()
  }
}
