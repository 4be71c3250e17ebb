import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** The usage of a store: calls, and the numbers of documents and index entries that it returned. */
export type StoreUsage = { calls: number; documents: number; entries: number }

/** Returns the store that a spec has at the moment. `after` is called with the result of each operation. */
export const currentStore = (
  store: () => ReadModelStore,
  after: (operation: string, result: unknown) => unknown = () => undefined,
): ReadModelStore =>
  new Proxy(store(), {
    get: (_target, name) => {
      // Every property of a store is one of its operations.
      const operation = Reflect.get(store(), name) as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        const result = await operation(...args)
        await after(String(name), result)
        return result
      }
    },
  })

/** Returns a store that counts its usage. `store` is called for every operation, since a spec may replace the store. */
export function countingStore(store: () => ReadModelStore): { counted: ReadModelStore; work: StoreUsage } {
  const work: StoreUsage = { calls: 0, documents: 0, entries: 0 }
  const counted = currentStore(store, (operation, result) => {
    work.calls += 1
    // The entries of these texts were counted already.
    if (Array.isArray(result) && operation !== 'texts')
      work[operation.startsWith('entries') ? 'entries' : 'documents'] += result.length
  })
  return { counted, work }
}
