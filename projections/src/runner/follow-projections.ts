import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionProgress, ReadModelPosition } from './progress.ts'
import { PositionWaiters } from './progress.ts'
import { StandstillDetector } from './standstill.ts'

export type FollowProjectionsOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'watch'>
  /** The read models to follow; others in the store are ignored. */
  readModels: readonly ReadModelKey[]
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
  stop(): void
}

/** The latest known state of a read model. */
type ObservedReadModel = {
  readModel: ReadModelKey
  position: bigint
  isLive: boolean
  /** Whether it was made from another history of the log, and is being rebuilt. */
  isOutdated: boolean
  /** How often it was updated. */
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
  const follower = new Follower(options)
  return {
    ready: follower.ready,
    waitForPosition: (position, withinMs) => follower.waitForPosition(position, withinMs),
    positions: () => follower.positions(),
    stop: () => follower.stop(),
  }
}

class Follower {
  readonly ready: Promise<void>
  readonly #setReady: () => void
  readonly #options: FollowProjectionsOptions
  readonly #scheduler: Scheduler
  readonly #standstill: StandstillDetector
  readonly #waiters: PositionWaiters
  readonly #observed: readonly ObservedReadModel[]
  readonly #stopWatching: () => void
  /** Whether no read model could be read at the last try. */
  #isUnavailable = false
  /** Whether one of them could not be read. */
  #isFailing = false
  #isStopped = false
  #cancelPoll = (): void => undefined

  constructor(options: FollowProjectionsOptions) {
    this.#options = options
    this.#scheduler = options.scheduler ?? systemScheduler
    this.#standstill = new StandstillDetector(options.monotonic ?? monotonicClock)
    this.#standstill.observe(new Map(options.readModels.map(({ name }) => [name, beginning])))
    this.#waiters = new PositionWaiters(this.#scheduler)
    this.#observed = options.readModels.map((readModel) => ({
      readModel,
      position: beginning,
      isLive: false,
      isOutdated: false,
      updateCount: 0,
    }))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#setReady = resolve
    this.#stopWatching = options.store.watch(({ readModel: { name, version }, position }) => {
      const observed = this.#observed.find(
        ({ readModel }) => readModel.name === name && readModel.version === version,
      )
      if (observed) this.#update(observed, { position, isLive: true, isOutdated: observed.isOutdated })
    })
    void this.#poll()
  }

  async waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return this.#isReached(position) ?? this.#waiters.waitFor(position, withinMs)
  }

  positions(): readonly ReadModelPosition[] {
    return this.#observed.map((observed) => ({
      readModel: observed.readModel,
      position: observed.position,
      isLive: observed.isLive,
      ...(this.#isStuck(observed) && { parked: { position: observed.position, reason: notMoving } }),
    }))
  }

  stop(): void {
    this.#isStopped = true
    this.#cancelPoll()
    this.#stopWatching()
    this.#waiters.notify(() => false)
  }

  async #poll(): Promise<void> {
    const updateCounts = this.#observed.map(({ updateCount }) => updateCount)
    const liveBuilds = await Promise.allSettled(
      this.#observed.map(({ readModel }) => this.#options.store.liveBuild(readModel)),
    )
    if (this.#isStopped) return
    this.#reportFailure(liveBuilds.find((result) => result.status === 'rejected'))
    this.#isUnavailable = liveBuilds.every(({ status }) => status === 'rejected')
    this.#observed.forEach((observed, index) => {
      const result = liveBuilds[index]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || observed.updateCount !== updateCounts[index]) return
      const live = result.value
      this.#update(observed, {
        position: live?.checkpoint ?? beginning,
        isLive: live !== undefined,
        isOutdated: live?.outdatedSince !== undefined,
      })
    })
    this.#cancelPoll = this.#scheduler.after(pollIntervalMs, () => void this.#poll())
    this.#notifyWaiters()
  }

  #reportFailure(failure: PromiseRejectedResult | undefined): void {
    if (failure && !this.#isFailing) this.#options.onFailure(failure.reason)
    this.#isFailing = failure !== undefined
  }

  #update(
    observed: ObservedReadModel,
    { position, isLive, isOutdated }: Pick<ObservedReadModel, 'position' | 'isLive' | 'isOutdated'>,
  ): void {
    Object.assign(observed, { position, isLive, isOutdated, updateCount: observed.updateCount + 1 })
    this.#standstill.observe(new Map([[observed.readModel.name, isOutdated ? beginning : position]]))
    if (this.#observed.every(({ isLive: isBuilt }) => isBuilt)) this.#setReady()
    this.#notifyWaiters()
  }

  #notifyWaiters(): void {
    this.#waiters.notify((position) => this.#isReached(position))
  }

  /** True when all read models are at the position, false when only stuck ones are not, `undefined` otherwise. */
  #isReached(position: bigint): boolean | undefined {
    if (this.#isUnavailable || this.#isStopped) return false
    // Positions of another history of the log say nothing about this one.
    const lagging = this.#observed.filter(
      ({ isLive, isOutdated, position: reached }) => !isLive || isOutdated || reached < position,
    )
    if (lagging.length === 0) return true
    return lagging.every((observed) => this.#isStuck(observed)) ? false : undefined
  }

  #isStuck({ readModel }: ObservedReadModel): boolean {
    return this.#standstill.isStandingStill(readModel.name)
  }
}

const notMoving = 'it has not moved for five seconds while others have'
