// Follows the progress of read models in a process that builds none.

import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { Progress } from './progress.ts'

export type FollowProjectionsOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'watch'>
  /** The read models to follow; others in the store are ignored. */
  readModels: readonly ReadModelKey[]
  /** The read models that callers of `waitForPosition` wait for; all when missing. */
  awaited?: () => readonly ReadModelKey[]
  /** Called whenever a read model moved or went live, and at least once a second. */
  onProgress?(): void
  /** Called once when a read model cannot be read, and again only after all could be read in between. */
  onFailure(error: unknown): void
  scheduler?: Scheduler
  /** Measures how long a read model has not moved; must not be adjustable. */
  monotonic?: Clock
}

export type ProgressFollower = ReturnType<typeof followProjections>

const pollIntervalMs = 1_000

/**
 * Follows read models in a process that builds none. The store notifies it when a checkpoint moves; because notifications
 * may be lost, it also polls once a second. While the store is unavailable, `waitForPosition` resolves to false at once.
 * The store does not record that a projection is parked: it is not waited for when it lags and has not moved for five seconds, until it
 * moves again.
 */
export function followProjections(options: FollowProjectionsOptions) {
  const { store, awaited, onProgress, scheduler = systemScheduler, monotonic = monotonicClock } = options
  /** Whether no read model could be read at the last try. */
  let isUnavailable = false
  /** Whether one of them could not be read. */
  let isFailing = false
  let isStopped = false
  /** The read models whose live build is of another history of the log, and is being replaced. */
  const outdated = new Set<string>()

  const progress = new Progress({
    scheduler,
    monotonic,
    awaited,
    isUnavailable: () => isUnavailable || isStopped,
  })
  const changed = () => {
    progress.update()
    onProgress?.()
  }

  const poll = async () => {
    const polled = progress.all()
    const results = await Promise.allSettled(polled.map(({ readModel }) => store.liveBuild(readModel)))
    if (isStopped) return undefined
    const failure = results.find((result) => result.status === 'rejected')
    if (failure && !isFailing) options.onFailure(failure.reason)
    isFailing = failure !== undefined
    isUnavailable = results.every(({ status }) => status === 'rejected')
    polled.forEach((one, index) => {
      const { readModel } = one
      const result = results[index]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || progress.find(readModel.name) !== one) return
      const live = result.value
      const isCurrent = live?.outdatedSince === undefined
      if (isCurrent) outdated.delete(readModel.name)
      else outdated.add(readModel.name)
      const position = isCurrent ? (live?.checkpoint ?? beginning) : beginning
      progress.set({ readModel, position, isLive: isCurrent && live !== undefined })
    })
    changed()
    return pollIntervalMs
  }

  const add = (readModels: readonly ReadModelKey[]) => {
    for (const readModel of readModels) progress.set({ readModel, position: beginning, isLive: false })
  }
  add(options.readModels)
  const stopWatching = store.watch(({ readModel: { name, version }, position }) => {
    const one = progress.find(name)
    if (one?.readModel.version !== version || outdated.has(name)) return
    progress.set({ ...one, position, isLive: true })
    changed()
  })
  const stopPolling = repeat(scheduler, poll)

  return {
    /** See `ProjectionProgress`. */
    waitForPosition: (position: bigint, withinMs: number) => progress.waitForPosition(position, withinMs),
    /** Follows further read models. */
    add,
    /** Follows these read models no more. */
    remove: (readModels: readonly ReadModelKey[]) => {
      for (const { name } of readModels) progress.delete(name)
      changed()
    },
    stop: () => {
      isStopped = true
      void stopPolling()
      stopWatching()
      progress.update()
    },
  }
}
