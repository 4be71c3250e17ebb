import type { BuildKey, Commit, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

const methods = [
  ...(['liveBuild', 'beginEpoch', 'beginBuild', 'activate', 'checkpoint', 'drop', 'commit'] as const),
  ...(['load', 'entries', 'range', 'rank', 'count', 'countBetween', 'sum'] as const),
  ...(['texts', 'search', 'acquireLease', 'releaseLease'] as const),
]

/** A call of a store: the method, and the name of the read model. */
export type StoreCall = { method: (typeof methods)[number]; name: string; commit?: Commit }

/** Lets `around` make the calls to a store. */
export function aroundStore<Store extends ReadModelStore>(
  store: Store,
  around: (run: () => Promise<unknown>, call: StoreCall) => Promise<unknown>,
): Store {
  const wrapped = methods.map((method) => {
    // Safe: each call is passed on as it is.
    const call = store[method] as (...args: unknown[]) => Promise<unknown>
    return [
      method,
      (...args: unknown[]) => around(() => call(...args), { method, ...subjectOf(args[0]) }),
    ] as const
  })
  return { ...store, ...Object.fromEntries(wrapped) }
}

/** What the first parameter of a call is about: a read model, a build, a lease or a commit. An epoch is about none. */
function subjectOf(first: unknown): Omit<StoreCall, 'method'> {
  // Safe: it is one of these, or the text of an epoch.
  const {
    name = '',
    readModel,
    build,
  } = first as Partial<ReadModelKey & { readModel: ReadModelKey; build: BuildKey | string }>
  if (typeof build === 'object') return { name: build.name, commit: first as Commit }
  return { name: readModel?.name ?? name }
}

/** Calls `before` ahead of each call; it may wait or throw. */
export const beforeCalls =
  (before: (call: StoreCall) => unknown) =>
  <Store extends ReadModelStore>(store: Store): Store =>
    aroundStore(store, async (run, call) => {
      await before(call)
      return run()
    })
