import type { ViewStore } from '@thirty/infra/views/views.ts'

/** What was asked of a store: calls, and how many documents and places it answered. */
export type Work = { calls: number; documents: number; places: number }

/** A store that counts what it is asked, for specs. `store` is asked for each time, since a spec may put in another one. */
export function countedStore(store: () => ViewStore): { counted: ViewStore; work: Work } {
  const work: Work = { calls: 0, documents: 0, places: 0 }
  const counted = new Proxy(store(), {
    get: (_first, name) => {
      // Whatever is asked for is one of the store's own functions.
      const own = Reflect.get(store(), name) as (...given: unknown[]) => Promise<unknown>
      return async (...given: unknown[]) => {
        const answer = await own(...given)
        work.calls += 1
        work[name === 'places' ? 'places' : 'documents'] += Array.isArray(answer) ? answer.length : 0
        return answer
      }
    },
  })
  return { counted, work }
}
