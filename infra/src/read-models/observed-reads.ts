import { AsyncLocalStorage } from 'node:async_hooks'
import type { ReadModelStore, ReadTarget } from './read-models.ts'

const observed = new AsyncLocalStorage<Set<string>>()

/** Runs work, and collects the names of the read models that it reads through a store of `withObservedReads`. */
export const observeReads = <Result>(names: Set<string>, work: () => Result): Result =>
  observed.run(names, work)

/** Returns the store as queries read it: `observeReads` learns which read models are the first argument of a call. */
export function withObservedReads(store: ReadModelStore): ReadModelStore {
  const observing = Object.entries<(...given: never[]) => unknown>(store).map(([name, call]) => [
    name,
    (...given: never[]) => {
      const [target]: unknown[] = given
      if (isReadTarget(target)) observed.getStore()?.add(target.name)
      return call(...given)
    },
  ])
  // Safe: each method is there, and receives what it is given.
  return Object.fromEntries(observing) as ReadModelStore
}

const isReadTarget = (value: unknown): value is ReadTarget =>
  typeof value === 'object' && value !== null && 'name' in value
