// The store as everybody but admins reads it: during a freeze, its read models with the projections of `withFreeze` are without hidden
// changes. They contain the freeze themselves, so a process that does not know of it yet hides the same.

import {
  ReadModelNotBuilt,
  type Document,
  type IndexRange,
  type RankedDocument,
  type RankedEntry,
  type ReadModelStore,
  type ReadTarget,
} from '@thirty/infra/read-models/read-models.ts'
import { freezeDocumentId, frozenAtOf, publicOf } from './public-document.ts'
import { mergedIndex, type MergedIndex } from './merged-index.ts'

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
  /** Reads without a freeze from the index, and during a freeze from the merged index, as at one moment. */
  const read = async <Result>(
    readModel: ReadTarget,
    index: string,
    plain: () => Promise<Result>,
    merge: (merged: MergedIndex, frozenAt: number) => Promise<Result>,
  ): Promise<Result> => {
    if (!hasFreeze(readModel)) return plain()
    // The freeze is read last: then the read before cannot have a later hidden change.
    const [result, isFrozen] = await Promise.all([plain(), frozenAtIn(store, readModel)])
    if (isFrozen === undefined) return result
    for (let tries = 0; tries < maxTries; tries += 1) {
      const before = await store.checkpoint(readModel)
      const frozenAt = await frozenAtIn(store, readModel)
      if (frozenAt === undefined) return plain()
      const merged = await merge(mergedIndex(store, readModel, index, frozenAt), frozenAt)
      if ((await store.checkpoint(readModel)) === before) return merged
    }
    throw new ReadModelNotBuilt(readModel)
  }

  /** Reads what is a sum over the entries of an index. */
  const figure = (readModel: ReadTarget, index: string, figureOf: (name: string) => Promise<number>) =>
    read(
      readModel,
      index,
      () => figureOf(index),
      (merged) => merged.sum(figureOf),
    )

  const entriesOf = async (
    readModel: ReadTarget,
    index: string,
    { offset, limit, reverse = false }: IndexRange,
    merged: MergedIndex,
  ): Promise<RankedEntry[]> => {
    if (await merged.isWhole()) return store.entries(readModel, index, { offset, limit, reverse })
    const start = Math.max(offset, 0)
    const found = await merged.entriesFrom({ from: undefined, limit: start + Math.max(limit, 0), reverse })
    return found.slice(start).map((entry, at) => ({ ...entry, rank: start + at }))
  }

  return {
    ...store,
    load: async <Doc extends Document>(readModel: ReadTarget, ids: readonly string[]) => {
      if (!hasFreeze(readModel)) return store.load<Doc>(readModel, ids)
      const [freeze, ...documents] = await store.load<Doc>(readModel, [freezeDocumentId, ...ids])
      return documents.map((document) => publicOf(document, frozenAtOf(freeze)))
    },
    range: <Doc extends Document>(readModel: ReadTarget, index: string, range: IndexRange) =>
      read<RankedDocument<Doc>[]>(
        readModel,
        index,
        () => store.range(readModel, index, range),
        async (merged, frozenAt) => {
          const entries = await entriesOf(readModel, index, range, merged)
          const documents = await store.load<Doc>(
            readModel,
            entries.map(({ id }) => id),
          )
          return entries.flatMap(({ id, rank }, at) => {
            const document = publicOf(documents[at], frozenAt)
            return document === undefined ? [] : [{ id, document, rank }]
          })
        },
      ),
    entries: (readModel, index, range) =>
      read(
        readModel,
        index,
        () => store.entries(readModel, index, range),
        (merged) => entriesOf(readModel, index, range, merged),
      ),
    entriesFrom: (readModel, index, range) =>
      read(
        readModel,
        index,
        () => store.entriesFrom(readModel, index, range),
        (merged) => merged.entriesFrom(range),
      ),
    rank: (readModel, index, id) =>
      read(
        readModel,
        index,
        () => store.rank(readModel, index, id),
        async (merged) => ((await merged.isWhole()) ? store.rank(readModel, index, id) : merged.rank(id)),
      ),
    count: (readModel, index) => figure(readModel, index, (name) => store.count(readModel, name)),
    countBetween: (readModel, index, lowest, highest) =>
      figure(readModel, index, (name) => store.countBetween(readModel, name, lowest, highest)),
    sum: (readModel, index) => figure(readModel, index, (name) => store.sum(readModel, name)),
  }
}
