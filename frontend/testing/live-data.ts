import { afterEach, beforeEach, vi } from 'vitest'
import { RequestFailed } from '../src/shared/http/request-failed.ts'
import { liveData } from '../src/shared/live/live-data.ts'
import type { LiveDefinition } from '../src/shared/live/live-types.ts'
import { emitFromServer } from './fake-socket.ts'
import { leaderboardUpdate } from './participant-fixtures.ts'

/** Called after each test of a spec with `installFakeTime`. */
const unsubscribers: (() => void)[] = []

/** Gives each test of a spec a fake clock without jitter, and calls `unsubscribers` after it. */
export function installFakeTime(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0)
  })
  afterEach(async () => {
    for (const unsubscribe of unsubscribers.splice(0)) unsubscribe()
    await vi.runOnlyPendingTimersAsync()
    vi.useRealTimers()
  })
}

/** Lets seconds of the fake clock pass. */
export const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

/** Data that collects the positions of the applied messages. */
type Applied = { position: string; epoch?: string | undefined; applied: string[]; nextCursor?: string | null }
export type AppliedDefinition = LiveDefinition<Applied, string>

/** A request whose response the spec gives. */
type PendingLoad = {
  key: string
  signal: AbortSignal
  respond: (position: string, epoch?: string) => Promise<void>
  fail: (error?: Error) => Promise<void>
}

/** Creates a cache of `Applied`. `view` returns the data of a key, or its state without any, `loads` all requests so far. */
export const createData = (changes: Partial<AppliedDefinition> = {}) => {
  const loads: PendingLoad[] = []
  const data = liveData<Applied, string>({
    load: (key, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Applied>()
      loads.push({
        key,
        signal,
        respond: async (position, epoch = 'e1') => {
          resolve({ position, epoch, applied: [], ...(changes.loadMore && { nextCursor: 'next' }) })
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
      'leaderboard.changed': (data, { position, epoch }) => ({
        ...data,
        position,
        epoch,
        applied: [...data.applied, position],
      }),
    },
    ...changes,
  })
  const state = (key = 'a') => data.at(key).getState()
  return {
    data,
    loads,
    state,
    view: (key = 'a') => state(key).data ?? state(key).state,
    lastLoad: () => loads.at(-1),
    /** Follows a key as a component does. Returns a function that stops. */
    follow: (key = 'a') => {
      let stop: (() => void) | undefined = data.at(key).subscribe(() => undefined)
      const stopOnce = async () => {
        stop?.()
        stop = undefined
        await Promise.resolve()
      }
      unsubscribers.push(() => void stopOnce())
      return stopOnce
    },
  }
}

/** Creates a cache whose key `a` is followed, and whose first load has answered with position 100. */
export const createReadyData = async (changes: Partial<AppliedDefinition> = {}) => {
  const created = createData(changes)
  const unfollow = created.follow()
  await vi.dynamicImportSettled()
  await created.lastLoad()?.respond('100')
  return { ...created, unfollow }
}

/** The failure of a load that the server refuses. */
export const refused = (status: number) => new RequestFailed(status, { code: 'no', message: 'No.' }, true)

/** Sends a message of the leaderboard from the server. */
export const receive = (position: string, epoch?: string) =>
  emitFromServer('leaderboard.changed', leaderboardUpdate([], position, epoch))
