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
    add: (readModels) => follower.add(readModels),
    remove: (readModels) => follower.remove(readModels),
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
  #observed: readonly ObservedReadModel[] = []
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
    this.#waiters = new PositionWaiters(this.#scheduler)
    this.add(options.readModels)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#setReady = resolve
    this.#stopWatching = options.store.watch(({ readModel: { name, version }, position }) => {
      const observed = this.#find({ name, version })
      if (observed) this.#update(observed, { position, isLive: true, isOutdated: observed.isOutdated })
    })
    void this.#poll()
  }

  add(readModels: readonly ReadModelKey[]): void {
    this.#standstill.observe(new Map(readModels.map(({ name }) => [name, beginning])))
    const added = readModels.map((readModel) => ({
      readModel,
      position: beginning,
      isLive: false,
      isOutdated: false,
      updateCount: 0,
    }))
    this.#observed = [...this.#observed, ...added]
  }

  remove(readModels: readonly ReadModelKey[]): void {
    const removed = readModels.map((readModel) => this.#find(readModel))
    this.#observed = this.#observed.filter((observed) => !removed.includes(observed))
    for (const { name } of readModels) this.#standstill.forget(name)
    this.#notifyWaiters()
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
    const polled = this.#observed
    const updateCounts = polled.map(({ updateCount }) => updateCount)
    const liveBuilds = await Promise.allSettled(
      polled.map(({ readModel }) => this.#options.store.liveBuild(readModel)),
    )
    if (this.#isStopped) return
    this.#reportFailure(liveBuilds.find((result) => result.status === 'rejected'))
    this.#isUnavailable = liveBuilds.every(({ status }) => status === 'rejected')
    polled.forEach((observed, index) => {
      const result = liveBuilds[index]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || observed.updateCount !== updateCounts[index]) return
      if (!this.#observed.includes(observed)) return
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

  #find({ name, version }: ReadModelKey): ObservedReadModel | undefined {
    return this.#observed.find(({ readModel }) => readModel.name === name && readModel.version === version)
  }

  #notifyWaiters(): void {
    this.#waiters.notify((position) => this.#isReached(position))
    this.#options.onProgress?.()
  }

  #awaited(): readonly ObservedReadModel[] {
    const { awaited } = this.#options
    return awaited === undefined
      ? this.#observed
      : awaited().flatMap((readModel) => this.#find(readModel) ?? [])
  }

  /** True when all read models are at the position, false when only stuck ones are not, `undefined` otherwise. */
  #isReached(position: bigint): boolean | undefined {
    if (this.#isUnavailable || this.#isStopped) return false
    // Positions of another history of the log say nothing about this one.
    const lagging = this.#awaited().filter(
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
