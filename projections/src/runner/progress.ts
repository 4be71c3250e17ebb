import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { AnnouncedReadModel, ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { StandstillDetector } from './standstill.ts'
import type { Parked, ProjectionWorker } from './worker/projection-worker.ts'

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

type Waiter = { position: bigint; settle: (isReached: boolean) => void }

/** Callers that wait for a position, each for a limited time. */
export class PositionWaiters {
  readonly #scheduler: Scheduler
  readonly #waiters = new Set<Waiter>()

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler
  }

  /** Resolves to the result of `notify` for this position, or to false after `withinMs` milliseconds. */
  waitFor(position: bigint, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        settle: (isReached) => {
          cancelTimer()
          this.#waiters.delete(waiter)
          resolve(isReached)
        },
      }
      const cancelTimer = this.#scheduler.after(withinMs, () => waiter.settle(false))
      this.#waiters.add(waiter)
    })
  }

  /** Resolves every caller for whose position `resultOf` returns a boolean. With `undefined` it continues to wait. */
  notify(resultOf: (position: bigint) => boolean | undefined): void {
    for (const waiter of this.#waiters) {
      const isReached = resultOf(waiter.position)
      if (isReached !== undefined) waiter.settle(isReached)
    }
  }
}

export type WorkerProgressOptions = {
  scheduler: Scheduler
  /** The read models of all projections that are registered now. */
  readModels: () => readonly ReadModelKey[]
  /** The read models that callers wait for. */
  awaited: () => readonly ReadModelKey[]
  findWorker: (name: string) => ProjectionWorker | undefined
  /** Measures how long a read model has not moved; must not be adjustable. */
  monotonic: Clock
  /** Whether this process runs all projections, so that one without a worker will get one and is listed. */
  runsAll: boolean
}

/** The progress of the read models that this process builds. Read models of other processes count as not built. */
export class WorkerProgress implements ProjectionProgress {
  readonly #options: WorkerProgressOptions
  readonly #waiters: PositionWaiters
  readonly #standstill: StandstillDetector

  constructor(options: WorkerProgressOptions) {
    this.#options = options
    this.#standstill = new StandstillDetector(options.monotonic)
    this.#waiters = new PositionWaiters(options.scheduler)
  }

  async waitForPosition(position: bigint, withinMs: number): Promise<boolean> {
    return this.#isReached(position) ?? this.#waiters.waitFor(position, withinMs)
  }

  positions(): readonly ReadModelPosition[] {
    const { readModels, findWorker, runsAll } = this.#options
    return readModels().flatMap(({ name, version }) => {
      const worker = findWorker(name)
      if (!worker && !runsAll) return []
      const position = worker?.position() ?? beginning
      const parked = worker?.parked && { parked: reasonOf(worker.parked) }
      return { readModel: { name, version }, position, isLive: worker?.isLive ?? false, ...parked }
    })
  }

  /** How far builds are that readers do not see yet, or that stand still. */
  unfinishedBuilds(): readonly AnnouncedReadModel[] {
    return this.positions()
      .filter(({ isLive, parked }) => !isLive || parked)
      .map(({ readModel, position, parked }) => ({
        ...readModel,
        unfinished: { position: position.toString(), ...(parked && { failure: parked.reason }) },
      }))
  }

  /** To be called when a read model is registered no more. */
  forget(name: string): void {
    this.#standstill.forget(name)
  }

  /** To be called whenever a worker was added, removed, moved, was activated or parked. */
  notifyWaiters(): void {
    const { readModels, findWorker } = this.#options
    this.#standstill.observe(
      new Map(readModels().map(({ name }) => [name, findWorker(name)?.position() ?? beginning])),
    )
    this.#waiters.notify((position) => this.#isReached(position))
  }

  /** True when all read models are at the position, false when only stuck ones are not, `undefined` otherwise. */
  #isReached(position: bigint): boolean | undefined {
    let isComplete = true
    for (const { name } of this.#options.awaited()) {
      const worker = this.#options.findWorker(name)
      if (worker?.isLive && worker.position() >= position) continue
      if (!worker || !(worker.parked || this.#standstill.isStandingStill(name))) return undefined
      isComplete = false
    }
    return isComplete
  }
}

const reasonOf = ({ cause, ...parked }: Parked) => ({ ...parked, reason: String(cause) })
