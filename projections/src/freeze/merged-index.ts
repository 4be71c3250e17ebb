// Merges three indexes into the one that everybody but admins sees during a freeze.

import { ExactSum } from '@thirty/infra/read-models/exact-sum.ts'
import type {
  IndexedEntry,
  PlaceRange,
  ReadModelStore,
  ReadTarget,
} from '@thirty/infra/read-models/read-models.ts'
import { hiddenEntries, shownEntries } from './with-freeze.ts'

/** An index as everybody sees it in a freeze. Everything is as at one moment only if nothing is stored meanwhile. */
export type MergedIndex = {
  /** Whether the freeze hides no entry of the index. */
  isWhole(): Promise<boolean>
  entriesFrom(range: PlaceRange): Promise<IndexedEntry[]>
  rank(id: string): Promise<number | undefined>
  /** Returns a figure of the index that is the sum of what each entry adds. */
  sum(figureOf: (index: string) => Promise<number>): Promise<number>
}

/** Returns an index without what the freeze hides, and with what everybody sees in its place. */
export function mergedIndex(
  store: ReadModelStore,
  readModel: ReadTarget,
  index: string,
  frozenAt: number,
): MergedIndex {
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

  return {
    isWhole: async () => {
      const counts = await Promise.all([hidden, shown].map((name) => store.count(readModel, name)))
      return counts.every((count) => count === 0)
    },
    entriesFrom,
    rank: async (id) => {
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
