// Merges three indexes into the one that everybody but admins sees during a freeze.

import { ExactSum } from '@thirty/infra/read-models/exact-sum.ts'
import type {
  IndexedEntry,
  IndexRange,
  PlaceRange,
  RankedDocument,
  RankedEntry,
  ReadModelStore,
  ReadTarget,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { publicOf } from './public-document.ts'
import { hiddenEntries, shownEntries } from './with-freeze.ts'

/** The reads of an index; see `ReadModelStore`. */
export type ReadIndex = {
  range<Doc extends Document>(range: IndexRange): Promise<RankedDocument<Doc>[]>
  entries(range: IndexRange): Promise<RankedEntry[]>
  entriesFrom(range: PlaceRange): Promise<IndexedEntry[]>
  rank(id: string): Promise<number | undefined>
  /** Returns a figure of the index that is the sum of what each entry adds. */
  sum(figureOf: (index: string) => Promise<number>): Promise<number>
}

/** Returns an index as it is stored. */
export const storedIndex = (store: ReadModelStore, readModel: ReadTarget, index: string): ReadIndex => ({
  range: (range) => store.range(readModel, index, range),
  entries: (range) => store.entries(readModel, index, range),
  entriesFrom: (range) => store.entriesFrom(readModel, index, range),
  rank: (id) => store.rank(readModel, index, id),
  sum: (figureOf) => figureOf(index),
})

/**
 * Returns an index without what the freeze hides, and with what everybody sees in its place. Everything is as at one moment only if nothing
 * is stored meanwhile.
 */
export function mergedIndex(
  store: ReadModelStore,
  readModel: ReadTarget,
  index: string,
  frozenAt: number,
): ReadIndex {
  const stored = storedIndex(store, readModel, index)
  const [hidden, shown] = [hiddenEntries(index, frozenAt), shownEntries(index, frozenAt)]

  const entriesFrom = async ({ from, limit, reverse = false }: PlaceRange): Promise<IndexedEntry[]> => {
    const compare = reverse ? (a: IndexedEntry, b: IndexedEntry) => order(b, a) : order
    for (let size = limit; ; size *= 2) {
      const [all = [], gone = [], other = []] = await Promise.all(
        [index, hidden, shown].map((name) =>
          store.entriesFrom(readModel, name, { from, limit: size, reverse }),
        ),
      )
      const goneIds = new Set(gone.map(({ id }) => id))
      const merged = [...all.filter(({ id }) => !goneIds.has(id)), ...other].sort(compare)
      // What comes after the last entry of a part that continues is not known yet.
      const ends = [all, other].flatMap((part) => (part.length < size ? [] : (part.at(-1) ?? [])))
      const known = merged.filter((entry) => ends.every((end) => compare(entry, end) <= 0))
      if (known.length >= limit || ends.length === 0) return known.slice(0, limit)
    }
  }

  const entryIn = async (name: string, id: string): Promise<IndexedEntry | undefined> => {
    const offset = await store.rank(readModel, name, id)
    if (offset === undefined) return undefined
    const [found] = await store.entries(readModel, name, { offset, limit: 1 })
    return found
  }

  /** Returns how many entries of an index are before a place. */
  const countBefore = async (name: string, place: IndexedEntry): Promise<number> => {
    for (let limit = 4; ; limit *= 4) {
      const next = await store.entriesFrom(readModel, name, { from: place.entry, limit })
      const first = next.find((entry) => order(entry, place) >= 0)
      if (first !== undefined) return (await store.rank(readModel, name, first.id)) ?? 0
      if (next.length < limit) return store.count(readModel, name)
    }
  }

  const sum = async (figureOf: (name: string) => Promise<number>): Promise<number> => {
    const [all = 0, gone = 0, other = 0] = await Promise.all([index, hidden, shown].map(figureOf))
    const figure = new ExactSum()
    figure.add(all, 1)
    figure.add(gone, -1)
    figure.add(other, 1)
    return figure.value
  }

  /** Whether the freeze hides nothing of the index. */
  const isWhole = async (): Promise<boolean> => {
    const counts = await Promise.all([hidden, shown].map((name) => store.count(readModel, name)))
    return counts.every((count) => count === 0)
  }

  const entries = async ({ offset, limit, reverse = false }: IndexRange): Promise<RankedEntry[]> => {
    if (await isWhole()) return stored.entries({ offset, limit, reverse })
    const start = Math.max(offset, 0)
    const found = await entriesFrom({ from: undefined, limit: start + Math.max(limit, 0), reverse })
    return found.slice(start).map((entry, at) => ({ ...entry, rank: start + at }))
  }

  return {
    range: async <Doc extends Document>(range: IndexRange) => {
      const ranked = await entries(range)
      const documents = await store.load<Doc>(
        readModel,
        ranked.map(({ id }) => id),
      )
      return ranked.flatMap(({ id, rank }, at) => {
        const document = publicOf(documents[at], frozenAt)
        return document === undefined ? [] : [{ id, document, rank }]
      })
    },
    entries,
    entriesFrom,
    rank: async (id) => {
      if (await isWhole()) return stored.rank(id)
      const other = await entryIn(shown, id)
      if (other === undefined && (await store.rank(readModel, hidden, id)) !== undefined) return undefined
      const place = other ?? (await entryIn(index, id))
      return place && sum((name) => countBefore(name, place))
    },
    sum,
  }
}

/** The order of an index. */
function order(a: IndexedEntry, b: IndexedEntry): number {
  if (a.entry.score !== b.entry.score) return a.entry.score - b.entry.score
  if (a.entry.tiebreaker !== b.entry.tiebreaker) return a.entry.tiebreaker < b.entry.tiebreaker ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}
