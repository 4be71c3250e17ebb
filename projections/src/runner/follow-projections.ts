import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ProgressObserver, type ProjectionProgress } from './progress.ts'

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

/** The latest known state of a read model. `updateCount`: how often it was updated. */
type Followed = {
  readModel: ReadModelKey
  position: bigint
  isLive: boolean
  isOutdated: boolean
  updateCount: number
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
  let followed: readonly Followed[] = []
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
    observed: () => followed,
    isUnavailable: () => isUnavailable || isStopped,
  })
  const changed = () => {
    progress.update()
    onProgress?.()
  }
  const find = ({ name, version }: ReadModelKey): Followed | undefined =>
    followed.find(({ readModel }) => readModel.name === name && readModel.version === version)
  const update = (one: Followed, now: Pick<Followed, 'position' | 'isLive' | 'isOutdated'>) => {
    Object.assign(one, { ...now, updateCount: one.updateCount + 1 })
    if (followed.every(({ isLive }) => isLive)) setReady()
  }

  const poll = async (): Promise<void> => {
    const polled = followed.map((one) => ({ one, updateCount: one.updateCount }))
    const results = await Promise.allSettled(polled.map(({ one }) => store.liveBuild(one.readModel)))
    if (isStopped) return
    const failure = results.find((result) => result.status === 'rejected')
    if (failure && !isFailing) options.onFailure(failure.reason)
    isFailing = failure !== undefined
    isUnavailable = results.every(({ status }) => status === 'rejected')
    polled.forEach(({ one, updateCount }, index) => {
      const result = results[index]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || one.updateCount !== updateCount || !followed.includes(one)) return
      const live = result.value
      update(one, {
        position: live?.checkpoint ?? beginning,
        isLive: live !== undefined,
        isOutdated: live?.outdatedSince !== undefined,
      })
    })
    cancelPoll = scheduler.after(pollIntervalMs, () => void poll())
    changed()
  }

  const add = (readModels: readonly ReadModelKey[]) => {
    const state = { position: beginning, isLive: false, isOutdated: false, updateCount: 0 }
    followed = [...followed, ...readModels.map((readModel) => ({ readModel, ...state }))]
    progress.update()
  }
  add(options.readModels)
  const stopWatching = store.watch(({ readModel, position }) => {
    const one = find(readModel)
    if (!one) return
    update(one, { position, isLive: true, isOutdated: one.isOutdated })
    changed()
  })
  void poll()

  return {
    ready,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions: () =>
      followed.map(({ readModel, position, isLive }) => ({
        readModel,
        position,
        isLive,
        ...(progress.isStandingStill(readModel.name) && { parked: { position, reason: notMoving } }),
      })),
    add,
    remove: (readModels) => {
      const removed = readModels.map(find)
      followed = followed.filter((one) => !removed.includes(one))
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
