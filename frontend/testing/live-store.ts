import { vi } from 'vitest'
import { createLiveStore } from '../src/shared/live/live-store.ts'
import type { LiveStoreDefinition } from '../src/shared/live/live-store.ts'
import { unsubscribers } from './live-data.ts'

export { installFakeTime, receive, unsubscribers } from './live-data.ts'

/** Data that collects the positions of the applied messages. */
type Applied = { position: string; epoch?: string | undefined; applied: string[] }
export type Definition = LiveStoreDefinition<Applied, string>

/** A request whose response the spec gives. */
type PendingLoad = {
  key: string
  signal: AbortSignal
  respond: (position: string, epoch?: string) => Promise<void>
  fail: (error?: Error) => Promise<void>
}

/** Creates a store of `Applied`. `view` returns its data or state, `loads` its requests so far. */
export const createStore = (changes: Partial<Definition> = {}) => {
  const loads: PendingLoad[] = []
  const store = createLiveStore<Applied, string>({
    initialKey: 'a',
    load: ({ key, signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<Applied>()
      loads.push({
        key,
        signal,
        respond: async (position, epoch = 'e1') => {
          resolve({ position, epoch, applied: [] })
          await vi.advanceTimersByTimeAsync(0)
        },
        fail: async (error = new Error('away')) => {
          reject(error)
          await vi.advanceTimersByTimeAsync(0)
        },
      })
      return promise
    },
    messages: {
      'leaderboard.changed': {
        apply: ({ applied }, { position, epoch }) => ({ position, epoch, applied: [...applied, position] }),
      },
    },
    ...changes,
  })
  const view = () => {
    const { view: current } = store.getState()
    return current.state === 'ready' ? current.data : current.state
  }
  return { store, loads, view, lastLoad: () => loads.at(-1) }
}

/** Creates a followed store whose first load has answered with position 100. */
export const createReadyStore = async (changes: Partial<Definition> = {}) => {
  const created = createStore(changes)
  unsubscribers.push(created.store.follow())
  await vi.dynamicImportSettled()
  void created.store.load('a')
  await created.lastLoad()?.respond('100')
  return created
}
