// The store as everybody but admins reads it: during a freeze, its read models with the projections of `withFreeze` are without hidden
// changes. They contain the freeze themselves, so a process that does not know of it yet hides the same.

import {
  compareEntries,
  firstRank,
  ReadModelNotBuilt,
  type ReadModelStore,
  type ReadTarget,
  type IndexedEntry,
  type IndexRange,
  type PlaceRange,
  type RankedDocument,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { freezeDocumentId, frozenAtOf, publicOf, hiddenEntries, shownEntries } from './with-freeze.ts'
import { addToSum, emptySum, valueOfSum } from '@thirty/infra/read-models/exact-sum.ts'

/** Tries to read several parts between two steps of a read model. */
const maxTries = 100

/** Returns the time from which on a read model has hidden changes; undefined without a freeze. */
export async function frozenAtIn(
  store: Pick<ReadModelStore, 'load'>,
  readModel: ReadTarget,
): Promise<number | undefined> {
  const [freeze] = await store.load(readModel, [freezeDocumentId])
  return frozenAtOf(freeze)
}

/** `hasFreeze` says which read models have a projection of `withFreeze`. */
export function publicStore(
  store: ReadModelStore,
  hasFreeze: (readModel: ReadTarget) => boolean,
): ReadModelStore {
  /** Reads from an index, and during a freeze from the merged index, as at one moment. */
  const read = async <Result>(
    readModel: ReadTarget,
    index: string,
    readFrom: (index: ReadIndex) => Promise<Result>,
  ): Promise<Result> => {
    const readStored = () => readFrom(storedIndex(store, readModel, index))
    if (!hasFreeze(readModel)) return readStored()
    // The freeze is read last: then the read before cannot have a later hidden change.
    const [result, isFrozen] = await Promise.all([readStored(), frozenAtIn(store, readModel)])
    if (isFrozen === undefined) return result
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await store.checkpoint(readModel)
      const frozenAt = await frozenAtIn(store, readModel)
      if (frozenAt === undefined) return readStored()
      const merged = await readFrom(mergedIndex(store, readModel, index, frozenAt))
      if ((await store.checkpoint(readModel)) === before) return merged
    }
    throw new ReadModelNotBuilt(readModel)
  }

  return {
    ...store,
    load: async <Doc extends Document>(readModel: ReadTarget, ids: readonly string[]) => {
      if (!hasFreeze(readModel)) return store.load<Doc>(readModel, ids)
      const [freeze, ...documents] = await store.load<Doc>(readModel, [freezeDocumentId, ...ids])
      return documents.map((document) => publicOf(document, frozenAtOf(freeze)))
    },
    range: (readModel, index, range) => read(readModel, index, (own) => own.range(range)),
    entries: (readModel, index, range) => read(readModel, index, (own) => own.entries(range)),
    rank: (readModel, index, id) => read(readModel, index, (own) => own.rank(id)),
    count: (readModel, index) =>
      read(readModel, index, (own) => own.sum((name) => store.count(readModel, name))),
    countBetween: (readModel, index, lowest, highest) =>
      read(readModel, index, (own) =>
        own.sum((name) => store.countBetween(readModel, name, lowest, highest)),
      ),
    sum: (readModel, index) => read(readModel, index, (own) => own.sum((name) => store.sum(readModel, name))),
  }
}

/** The reads of an index; see `ReadModelStore`. */
type ReadIndex = {
  range<Doc extends Document>(range: IndexRange): Promise<RankedDocument<Doc>[]>
  entries(range: IndexRange | PlaceRange): Promise<IndexedEntry[]>
  rank(id: string): Promise<number | undefined>
  /** Returns a figure of the index that is the sum of what each entry adds. */
  sum(figureOf: (index: string) => Promise<number>): Promise<number>
}

const storedIndex = (store: ReadModelStore, readModel: ReadTarget, index: string): ReadIndex => ({
  range: (range) => store.range(readModel, index, range),
  entries: (range) => store.entries(readModel, index, range),
  rank: (id) => store.rank(readModel, index, id),
  sum: (figureOf) => figureOf(index),
})

/**
 * Returns an index without what the freeze hides, and with what everybody sees in its place. Everything is as at one moment only if nothing
 * is stored meanwhile.
 */
function mergedIndex(
  store: ReadModelStore,
  readModel: ReadTarget,
  index: string,
  frozenAt: number,
): ReadIndex {
  const stored = storedIndex(store, readModel, index)
  const [hidden, shown] = [hiddenEntries(index, frozenAt), shownEntries(index, frozenAt)]

  const entriesFrom = async ({ from, limit, reverse = false }: PlaceRange): Promise<IndexedEntry[]> => {
    const compare = reverse ? (a: IndexedEntry, b: IndexedEntry) => compareEntries(b, a) : compareEntries
    for (let size = limit; ; size *= 2) {
      const [all = [], gone = [], other = []] = await Promise.all(
        [index, hidden, shown].map((name) => store.entries(readModel, name, { from, limit: size, reverse })),
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
      const next = await store.entries(readModel, name, { from: place, limit })
      const first = next.find((entry) => compareEntries(entry, place) >= 0)
      if (first !== undefined) return (await store.rank(readModel, name, first.id)) ?? 0
      if (next.length < limit) return store.count(readModel, name)
    }
  }

  const sum = async (figureOf: (name: string) => Promise<number>): Promise<number> => {
    const [all = 0, gone = 0, other = 0] = await Promise.all([index, hidden, shown].map(figureOf))
    const figure = emptySum()
    addToSum(figure, all, 1)
    addToSum(figure, gone, -1)
    addToSum(figure, other, 1)
    return valueOfSum(figure)
  }

  /** Whether the freeze hides nothing of the index. */
  const isWhole = async (): Promise<boolean> => {
    const counts = await Promise.all([hidden, shown].map((name) => store.count(readModel, name)))
    return counts.every((count) => count === 0)
  }

  const entries = async (range: IndexRange | PlaceRange): Promise<IndexedEntry[]> => {
    if ('from' in range) return entriesFrom(range)
    if (await isWhole()) return stored.entries(range)
    const start = firstRank(range)
    const limit = start + Math.max(range.limit, 0)
    return (await entriesFrom({ ...range, from: undefined, limit })).slice(start)
  }

  return {
    range: async <Doc extends Document>(range: IndexRange) => {
      const ids = (await entries(range)).map(({ id }) => id)
      const documents = await store.load<Doc>(readModel, ids)
      return ids.flatMap((id, at) => {
        const document = publicOf(documents[at], frozenAt)
        return document === undefined ? [] : [{ id, document, rank: firstRank(range) + at }]
      })
    },
    entries,
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
