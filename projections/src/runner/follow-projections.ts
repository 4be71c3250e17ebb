import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ProgressObserver, type ObservedReadModel, type ProjectionProgress } from './progress.ts'

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

/** The progress of read models that other processes build. */
export type ProgressFollower = ProjectionProgress & {
  /** Resolves when every read model is live. */
  ready: Promise<void>
  /** Follows further read models. */
  add(readModels: readonly ReadModelKey[]): void
  /** Follows these read models no more. */
  remove(readModels: readonly ReadModelKey[]): void
  stop(): void
}

const pollIntervalMs = 1_000

/**
 * Follows read models in a process that builds none. The store notifies it when a checkpoint moves; because notifications
 * may be lost, it also polls once a second. While the store is unavailable, `waitForPosition` resolves to false at once.
 * The store does not record that a projection is parked. It counts as parked when it lags and has not moved for five
 * seconds, until it moves again.
 */
export function followProjections(options: FollowProjectionsOptions): ProgressFollower {
  const { store, awaited, onProgress, scheduler = systemScheduler, monotonic = monotonicClock } = options
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>()
  /** What is known of each read model, by its name. An object is replaced whenever something new is known. */
  const followed = new Map<string, ObservedReadModel>()
  /** Whether no read model could be read at the last try. */
  let isUnavailable = false
  /** Whether one of them could not be read. */
  let isFailing = false
  let isStopped = false
  let cancelPoll = (): void => undefined

  const progress = new ProgressObserver({
    scheduler,
    monotonic,
    awaited,
    observed: () => [...followed.values()],
    isUnavailable: () => isUnavailable || isStopped,
  })
  const changed = () => {
    progress.update()
    onProgress?.()
  }
  const update = (one: ObservedReadModel) => {
    followed.set(one.readModel.name, one)
    if ([...followed.values()].every(({ isLive }) => isLive)) setReady()
  }

  const poll = async (): Promise<void> => {
    const polled = [...followed.values()]
    const results = await Promise.allSettled(polled.map(({ readModel }) => store.liveBuild(readModel)))
    if (isStopped) return
    const failure = results.find((result) => result.status === 'rejected')
    if (failure && !isFailing) options.onFailure(failure.reason)
    isFailing = failure !== undefined
    isUnavailable = results.every(({ status }) => status === 'rejected')
    polled.forEach((one, index) => {
      const { readModel } = one
      const result = results[index]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || followed.get(readModel.name) !== one) return
      const live = result.value
      const isOutdated = live?.outdatedSince !== undefined
      update({ readModel, position: live?.checkpoint ?? beginning, isLive: live !== undefined, isOutdated })
    })
    cancelPoll = scheduler.after(pollIntervalMs, () => void poll())
    changed()
  }

  const add = (readModels: readonly ReadModelKey[]) => {
    for (const readModel of readModels)
      followed.set(readModel.name, { readModel, position: beginning, isLive: false })
    progress.update()
  }
  add(options.readModels)
  const stopWatching = store.watch(({ readModel: { name, version }, position }) => {
    const one = followed.get(name)
    if (one?.readModel.version !== version) return
    update({ ...one, position, isLive: true })
    changed()
  })
  void poll()

  return {
    ready,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions: () =>
      [...followed.values()].map(({ readModel, position, isLive }) => ({
        readModel,
        position,
        isLive,
        ...(progress.isStandingStill(readModel.name) && { parked: { position, reason: notMoving } }),
      })),
    add,
    remove: (readModels) => {
      for (const { name } of readModels) followed.delete(name)
      changed()
    },
    stop: () => {
      isStopped = true
      cancelPoll()
      stopWatching()
      progress.update()
    },
  }
}

const notMoving = 'it has not moved for five seconds while others have'
