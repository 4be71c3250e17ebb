// Reads an index in slices, and lets other tasks run between slices of long work.

import { setImmediate } from 'node:timers/promises'
import type {
  IndexedEntry,
  IndexPlace,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'

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
  { store, readModel }: { store: Pick<ReadModelStore, 'entries'>; readModel: ReadModelKey },
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
