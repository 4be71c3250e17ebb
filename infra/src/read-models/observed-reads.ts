import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReadModelStore, ReadTarget } from './read-models.ts'

const observed = new AsyncLocalStorage<Set<string>>()

/** Runs work, and collects the names of the read models that it reads through a store of `withObservedReads`. */
export const observeReads = <Result>(names: Set<string>, work: () => Result): Result =>
  observed.run(names, work)

/** Returns the store as queries read it: `observeReads` learns which read models a query reads. */
export function withObservedReads(store: ReadModelStore): ReadModelStore {
  const note = ({ name }: ReadTarget): void => void observed.getStore()?.add(name)
  const noting =
    <Target extends ReadTarget, Rest extends readonly unknown[], Result>(
      read: (readModel: Target, ...rest: Rest) => Result,
    ) =>
    (readModel: Target, ...rest: Rest): Result => {
      note(readModel)
      return read(readModel, ...rest)
    }
  return {
    ...store,
    liveBuild: noting(store.liveBuild),
    checkpoint: noting(store.checkpoint),
    // Written out, because they have a type parameter.
    load: (readModel, ids) => {
      note(readModel)
      return store.load(readModel, ids)
    },
    range: (readModel, index, range) => {
      note(readModel)
      return store.range(readModel, index, range)
    },
    entries: noting(store.entries),
    entriesFrom: noting(store.entriesFrom),
    rank: noting(store.rank),
    texts: noting(store.texts),
    search: noting(store.search),
    count: noting(store.count),
    countBetween: noting(store.countBetween),
    sum: noting(store.sum),
  }
}
