// The store as everybody but admins reads it: during a freeze, its read models with the projections of `withFreeze` are without hidden
// changes. They contain the freeze themselves, so a process that does not know of it yet hides the same.

import {
  ReadModelNotBuilt,
  type ReadModelStore,
  type ReadTarget,
} from '@thirty/infra/read-models/read-models.ts'
import type { Document } from '@thirty/infra/read-models/projection.ts'
import { freezeDocumentId, frozenAtOf, publicOf } from './public-document.ts'
import { mergedIndex, storedIndex, type ReadIndex } from './merged-index.ts'

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
    entriesFrom: (readModel, index, range) => read(readModel, index, (own) => own.entriesFrom(range)),
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
