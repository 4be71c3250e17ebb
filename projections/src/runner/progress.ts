// The progress of the read models: where each is, and who waits for it.

import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'

export type ReadModelPosition = {
  readModel: ReadModelKey
  /** Position of the last event that was applied. */
  position: bigint
  /** Whether queries read it; otherwise it is still being built. */
  isLive: boolean
  /** Where the projection stands still, if it is parked, and the id of its poison event if this process knows one. */
  parked?: { event?: string; position: bigint; reason: string }
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

/** The progress of the read models. */
export type ProjectionProgress = {
  /**
   * Resolves to true when every awaited read model is live at or past a position, and to false after `withinMs`
   * milliseconds. Projections that are parked, or lag and have not moved for five seconds, are not waited for: it is
   * false as soon as all others have reached the position.
   */
  waitForPosition(position: bigint, withinMs: number): Promise<boolean>
}

export type ProgressOptions = {
  scheduler: Scheduler
  /** Measures how long a read model has not moved; must not be adjustable. */
  monotonic: Clock
  /** The read models that callers wait for; all known read models when missing. */
  awaited?: (() => readonly ReadModelKey[]) | undefined
  /** Whether nothing is known now, so that nobody waits. */
  isUnavailable?(): boolean
}

type Waiter = { position: bigint; settle: (isReached: boolean) => void }
/** `laggingSince`: the time since which it lags behind another read model and has not moved. */
type Known = { observed: ReadModelPosition; laggingSince: number | undefined }

/** A read model that lags and has not moved for this long is not waited for; a failover takes less time. */
const standstillAfterMs = 5_000
/** Below every position: a read model that readers do not see has reached no position. */
const nowhere = beginning - 1n

/**
 * Tracks the positions of the read models, lets callers wait for a position, and detects read models that stand still while others move.
 */
export class Progress {
  readonly #options: ProgressOptions
  readonly #waiters = new Set<Waiter>()
  readonly #known = new Map<string, Known>()
  /** The awaited read model that was farthest behind when waits were last settled: the others end none that is left. */
  #slowest = ''

  constructor(options: ProgressOptions) {
    this.#options = options
  }

  all(): ReadModelPosition[] {
    return [...this.#known.values()].map(({ observed }) => observed)
  }

  find(name: string): ReadModelPosition | undefined {
    return this.#known.get(name)?.observed
  }

  /** To be called whenever a read model was added, moved, went live or was parked. */
  set(observed: ReadModelPosition): void {
    const { name } = observed.readModel
    const before = this.#known.get(name)
    const laggingSince = before?.observed.position === observed.position ? before.laggingSince : undefined
    this.#known.set(name, { observed, laggingSince })
    if (name === this.#slowest || this.isStandingStill(this.#slowest)) this.update()
    else this.#noticeLagging()
  }

  delete(name: string): void {
    this.#known.delete(name)
    this.update()
  }

  /** Settles the waits whose result is known. */
  update(): void {
    this.#noticeLagging()
    if (this.#waiters.size > 0) this.#settleWaits()
  }

  waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        cancelTimer()
        this.#waiters.delete(waiter)
        resolve(isReached)
      }
      const waiter = { position, settle }
      const cancelTimer = this.#options.scheduler.after(withinMs, () => settle(false))
      this.#waiters.add(waiter)
      this.#settleWaits()
    })
  }

  /** Whether a read model lags and has not moved for five seconds. */
  isStandingStill(name: string): boolean {
    const since = this.#known.get(name)?.laggingSince
    return since !== undefined && this.#options.monotonic() - since >= standstillAfterMs
  }

  #noticeLagging(): void {
    let farthest = beginning
    for (const { observed } of this.#known.values())
      if (observed.position > farthest) farthest = observed.position
    for (const one of this.#known.values()) {
      if (one.observed.position === farthest) one.laggingSince = undefined
      else one.laggingSince ??= this.#options.monotonic()
    }
  }

  /** A wait ends with true when all awaited read models have reached its position, and with false when only stuck ones have not. */
  #settleWaits(): void {
    const { awaited, isUnavailable } = this.#options
    const names = awaited ? awaited().map(({ name }) => name) : this.#known.keys()
    let moving: bigint | undefined
    let stuck: bigint | undefined
    for (const name of names) {
      const observed = this.find(name)
      const visible = observed?.isLive ? observed.position : nowhere
      if (observed?.parked || this.isStandingStill(name)) stuck = lower(stuck, visible)
      else if (moving === undefined || visible <= moving) {
        moving = visible
        this.#slowest = name
      }
    }
    for (const { position, settle } of this.#waiters)
      if (isUnavailable?.()) settle(false)
      else if (moving === undefined || moving >= position) settle(stuck === undefined || stuck >= position)
  }
}

const lower = (lowest: bigint | undefined, other: bigint): bigint =>
  lowest === undefined || other < lowest ? other : lowest
