// The progress of the read models: where each is, and who waits for it. It is what the store says, so it is known in processes that build none,
// too.

import { repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { CheckpointMoved, ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** Where the build of a read model is in the process that makes it. */
export type ReadModelPosition = {
  readModel: ReadModelKey
  /** Position of the last event that was applied. */
  position: bigint
  /** Whether queries read it; otherwise it is still being built. */
  isLive: boolean
  /** Why the projection stands still, if it is parked, and the id of its poison event if there is one. */
  parked?: { event?: string; reason: string }
}

/**
 * How far a build is that readers do not see yet: the position of the last event that was applied, as decimal text, and why it
 * cannot be continued at the moment.
 */
export type UnfinishedBuild = { position: string; failure?: string | undefined }

/** Returns, by name, the builds among these that readers do not see yet, or that cannot be continued. */
export const unfinishedBuilds = (positions: readonly ReadModelPosition[]): Map<string, UnfinishedBuild> =>
  new Map(
    positions
      .filter(({ isLive, parked }) => !isLive || parked)
      .map(({ readModel: { name }, position, parked }) => [
        name,
        { position: `${position}`, ...(parked && { failure: parked.reason }) },
      ]),
  )

export type ProjectionProgressOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'watch'>
  /** Returns the read models that callers of `waitForPosition` wait for. */
  awaited: () => readonly ReadModelKey[]
  /** Called whenever a read model moved or went live, and at least once a second. */
  onProgress?(): void
  scheduler?: Scheduler
}

/**
 * A read model as it was last read. `isOutdated`: its live build is of another history of the log, and is being replaced. `laggingSince`:
 * the time since which it lags behind another awaited one and has not moved.
 */
type Known = { position: bigint; isOutdated: boolean; laggingSince?: number | undefined }
const pollIntervalMs = 1_000
/** A read model that lags and has not moved for this long is not waited for; a failover takes less time. */
const standstillAfterMs = 5_000
/** Where a read model is that readers do not see: below every position. */
const nowhere = beginning - 1n

/**
 * Follows read models. The store notifies it when a checkpoint moves; because notifications may be lost, it also polls the awaited ones once
 * a second. While the store is unavailable, `waitForPosition` resolves to false at once.
 */
export class ProjectionProgress {
  readonly #options: ProjectionProgressOptions
  readonly #scheduler: Scheduler
  /** By name and version. */
  readonly #known = new Map<string, Known>()
  readonly #waiters = new Set<{ position: bigint; settle: (isReached: boolean) => void }>()
  /** Whether no read model could be read at the last try. */
  #isUnavailable = false
  #isStopped = false
  readonly #ends: readonly (() => unknown)[]

  constructor(options: ProjectionProgressOptions) {
    this.#options = options
    this.#scheduler = options.scheduler ?? systemScheduler
    this.#ends = [
      options.store.watch((moved) => this.#noticeMove(moved)),
      repeat(this.#scheduler, () => this.#poll()),
    ]
  }

  stop(): void {
    this.#isStopped = true
    for (const end of this.#ends) end()
    this.#settleWaits()
  }

  /**
   * Resolves to true when every awaited read model is live at or past a position, and to false after `withinMs` milliseconds. Read
   * models that lag and have not moved for five seconds, such as parked ones, are not waited for until they move: it is false as soon as
   * all others have reached the position.
   */
  waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        cancelTimer()
        this.#waiters.delete(waiter)
        resolve(isReached)
      }
      const waiter = { position, settle }
      const cancelTimer = this.#scheduler.after(withinMs, () => settle(false))
      this.#waiters.add(waiter)
      this.#settleWaits()
    })
  }

  #noticeMove({ readModel, position }: CheckpointMoved): void {
    if (this.#known.get(nameOf(readModel))?.isOutdated) return
    this.#move(nameOf(readModel), position)
    if (this.#waiters.size > 0) this.#settleWaits()
    this.#options.onProgress?.()
  }

  async #poll(): Promise<number | undefined> {
    const readModels = this.#options.awaited()
    const before = readModels.map((readModel) => this.#known.get(nameOf(readModel)))
    const results = await Promise.allSettled(readModels.map((key) => this.#options.store.liveBuild(key)))
    if (this.#isStopped) return undefined
    this.#isUnavailable = results.every(({ status }) => status === 'rejected')
    for (const [index, readModel] of readModels.entries()) {
      const [name, result] = [nameOf(readModel), results[index]]
      // A notification that arrived in between is newer than this result.
      if (result?.status !== 'fulfilled' || this.#known.get(name) !== before[index]) continue
      const isOutdated = result.value?.outdatedSince !== undefined
      this.#move(name, isOutdated ? nowhere : (result.value?.checkpoint ?? nowhere), isOutdated)
    }
    this.#settleWaits()
    this.#options.onProgress?.()
    return pollIntervalMs
  }

  #move(name: string, position: bigint, isOutdated = false): void {
    const before = this.#known.get(name)
    const laggingSince = before?.position === position ? before.laggingSince : undefined
    this.#known.set(name, { position, isOutdated, laggingSince })
  }

  /** A wait ends with true when all awaited read models have reached its position, and with false when only stuck ones have not. */
  #settleWaits(): void {
    const { awaited } = this.#options
    const now = this.#scheduler.monotonic()
    const unknown: Known = { position: nowhere, isOutdated: false }
    const all = awaited().map((readModel) => this.#known.get(nameOf(readModel)) ?? unknown)
    const farthest = all.reduce((most, { position }) => (position > most ? position : most), nowhere)
    for (const one of all)
      one.laggingSince = one.position === farthest ? undefined : (one.laggingSince ?? now)
    const isStuck = ({ laggingSince = now }: Known) => now - laggingSince >= standstillAfterMs
    for (const { position, settle } of this.#waiters) {
      const behind = all.filter((one) => one.position < position)
      if (this.#isUnavailable || this.#isStopped) settle(false)
      else if (behind.every(isStuck)) settle(behind.length === 0)
    }
  }
}

const nameOf = ({ name, version }: ReadModelKey): string => `${name} v${version}`
