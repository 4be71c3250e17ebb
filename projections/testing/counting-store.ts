import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** What was asked of a store: calls, and how many documents and places it answered. */
export type StoreUsage = { calls: number; documents: number; entries: number }

/** A store that counts what it is asked, for specs. `store` is asked for each time, since a spec may put in another one. */
export function countingStore(store: () => ReadModelStore): { counted: ReadModelStore; work: StoreUsage } {
  const work: StoreUsage = { calls: 0, documents: 0, entries: 0 }
  const counted = new Proxy(store(), {
    get: (_first, name) => {
      // Whatever is asked for is one of the store's own functions.
      const own = Reflect.get(store(), name) as (...given: unknown[]) => Promise<unknown>
      return async (...given: unknown[]) => {
        const answer = await own(...given)
        work.calls += 1
        work[name === 'entries' ? 'entries' : 'documents'] += Array.isArray(answer) ? answer.length : 0
        return answer
      }
    },
  })
  return { counted, work }
}
