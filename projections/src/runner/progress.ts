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

/** The progress of the read models. */
export type ProjectionProgress = {
  /**
   * Resolves to true when every awaited read model is live at or past a position, and to false after `withinMs`
   * milliseconds. Projections that are parked, or lag and have not moved for five seconds, are not waited for: it is
   * false as soon as all others have reached the position.
   */
  waitForPosition(position: bigint, withinMs: number): Promise<boolean>
  positions(): readonly ReadModelPosition[]
}

/** A read model as it is known now. `isOutdated`: it was made from another history of the log, and is being rebuilt. */
export type ObservedReadModel = ReadModelPosition & { isOutdated?: boolean }

export type ProgressOptions = {
  scheduler: Scheduler
  /** Measures how long a read model has not moved; must not be adjustable. */
  monotonic: Clock
  observed(): readonly ObservedReadModel[]
  /** The read models that callers wait for; all that are observed when missing. */
  awaited?: (() => readonly ReadModelKey[]) | undefined
  /** Whether nothing is known now, so that nobody waits. */
  isUnavailable?(): boolean
}

type Waiter = { position: bigint; settle: (isReached: boolean) => void }
/** `laggingSince`: since when it has not moved while it lags behind another one. */
type Standing = { position: bigint; laggingSince?: number }

/** A read model that lags and has not moved for this long is not waited for; a failover takes less time. */
const standstillAfterMs = 5_000

/** Lets callers wait for read models, and notices which ones stand still while others move. */
export class ProgressObserver {
  readonly #options: ProgressOptions
  readonly #waiters = new Set<Waiter>()
  #standing: ReadonlyMap<string, Standing> = new Map()

  constructor(options: ProgressOptions) {
    this.#options = options
  }

  async waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return this.#isReached(position, this.#awaited()) ?? this.#wait(position, withinMs)
  }

  /** To be called whenever a read model was added, removed, moved, went live or was parked. */
  update(): void {
    this.#observe()
    if (this.#waiters.size === 0) return
    const awaited = this.#awaited()
    for (const { position, settle } of this.#waiters) {
      const isReached = this.#isReached(position, awaited)
      if (isReached !== undefined) settle(isReached)
    }
  }

  /** Whether a read model lags and has not moved for five seconds. */
  isStandingStill(name: string): boolean {
    const since = this.#standing.get(name)?.laggingSince
    return since !== undefined && this.#options.monotonic() - since >= standstillAfterMs
  }

  #observe(): void {
    const standing = new Map<string, Standing>()
    let farthest = beginning
    for (const { readModel, isOutdated, position: reached } of this.#options.observed()) {
      // Positions of another history of the log say nothing about this one.
      const position = isOutdated ? beginning : reached
      const known = this.#standing.get(readModel.name)
      standing.set(readModel.name, known?.position === position ? known : { position })
      if (position > farthest) farthest = position
    }
    for (const one of standing.values()) {
      if (one.position === farthest) delete one.laggingSince
      else one.laggingSince ??= this.#options.monotonic()
    }
    this.#standing = standing
  }

  #wait(position: bigint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        cancelTimer()
        this.#waiters.delete(waiter)
        resolve(isReached)
      }
      const waiter = { position, settle }
      const cancelTimer = this.#options.scheduler.after(withinMs, () => settle(false))
      this.#waiters.add(waiter)
    })
  }

  #awaited(): readonly ObservedReadModel[] {
    const { awaited, observed } = this.#options
    if (awaited === undefined) return observed()
    const known = new Map(observed().map((one) => [one.readModel.name, one]))
    return awaited().map(
      (readModel) => known.get(readModel.name) ?? { readModel, position: beginning, isLive: false },
    )
  }

  /** True when all awaited read models are at the position, false when only stuck ones are not, `undefined` otherwise. */
  #isReached(position: bigint, awaited: readonly ObservedReadModel[]): boolean | undefined {
    if (this.#options.isUnavailable?.()) return false
    let isComplete = true
    for (const { readModel, isLive, isOutdated, position: reached, parked } of awaited) {
      if (isLive && !isOutdated && reached >= position) continue
      if (!parked && !this.isStandingStill(readModel.name)) return undefined
      isComplete = false
    }
    return isComplete
  }
}
