import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionProgress, ReadModelPosition } from './progress.ts'
import { PositionWaiters } from './position-waiters.ts'

export type FollowProjectionsOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'watch'>
  /** The views that have to be there; what else the store holds does not count. */
  readModels: readonly ReadModelKey[]
  /** Hears of whatever keeps it from asking the store, once until the store answers again. */
  onFailure(error: unknown): void
  scheduler?: Scheduler
  /** Measures how long a view has stood still; not to be set while it runs. */
  monotonic?: Clock
}

/** How far the views are, seen from a process that feeds none of them. */
export type ProgressFollower = ProjectionProgress & {
  /** Settles when every registered view can be read. */
  ready: Promise<void>
  stop(): void
}

/** A registered view, as it was heard of last. */
type Seen = {
  view: ReadModelKey
  position: bigint
  isLive: boolean
  /** How often it was heard of. */
  heard: number
  /** Since when it stands still behind another one. */
  behindSince?: number
}

const askEvery = 1_000
/** Milliseconds after which a view that stands still while another went on is taken to be parked: a take-over is quicker. */
const stuckAfter = 5_000

/**
 * Follows the views from a process that feeds none. The store's hints say at once when a view moved; because hints may
 * be lost, the store is asked once a second as well. While it cannot be asked, nobody waits: the answer is no.
 * Nothing in the store says that a view is parked. It is taken for parked when it has stood still for five seconds
 * behind another one, until it moves again.
 */
export function followProjections(options: FollowProjectionsOptions): ProgressFollower {
  const following = new Following(options)
  return {
    ready: following.ready,
    waitForPosition: (position, withinMs) => following.reached(position, withinMs),
    positions: () => following.positions(),
    stop: () => following.stop(),
  }
}

class Following {
  readonly ready: Promise<void>
  readonly #setReady: () => void
  readonly #options: FollowProjectionsOptions
  readonly #scheduler: Scheduler
  readonly #clock: Clock
  readonly #waiting: PositionWaiters
  readonly #seen: readonly Seen[]
  readonly #endWatching: () => void
  #isAway = false
  #isStopped = false
  #callOff = (): void => undefined

  constructor(options: FollowProjectionsOptions) {
    this.#options = options
    this.#scheduler = options.scheduler ?? systemScheduler
    this.#clock = options.monotonic ?? monotonicClock
    this.#waiting = new PositionWaiters(this.#scheduler)
    this.#seen = options.readModels.map((view) => ({ view, position: beginning, isLive: false, heard: 0 }))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ready = promise
    this.#setReady = resolve
    this.#endWatching = options.store.watch(({ readModel: view, position }) => {
      const seen = this.#seen.find((one) => one.view.name === view.name && one.view.version === view.version)
      if (seen) this.#hear(seen, { position, isLive: true })
    })
    void this.#ask()
  }

  async reached(position: bigint, withinMs: number): Promise<boolean> {
    return this.#answer(position) ?? this.#waiting.waitFor(position, withinMs)
  }

  positions(): readonly ReadModelPosition[] {
    return this.#seen.map((seen) => ({
      readModel: seen.view,
      position: seen.position,
      isLive: seen.isLive,
      ...(this.#isStuck(seen) && { parked: { position: seen.position, reason: standsStill } }),
    }))
  }

  stop(): void {
    this.#isStopped = true
    this.#callOff()
    this.#endWatching()
    this.#waiting.notify(() => false)
  }

  async #ask(): Promise<void> {
    const before = this.#seen.map(({ heard }) => heard)
    const found = await Promise.all(this.#seen.map(({ view }) => this.#options.store.liveBuild(view))).catch(
      (error: unknown) => this.#lose(error),
    )
    if (this.#isStopped) return
    this.#isAway = found === undefined
    this.#seen.forEach((seen, at) => {
      // A hint that came meanwhile is newer than the answer.
      if (!found || seen.heard !== before[at]) return
      this.#hear(seen, { position: found[at]?.checkpoint ?? beginning, isLive: found[at] !== undefined })
    })
    this.#callOff = this.#scheduler.after(askEvery, () => void this.#ask())
    this.#tell()
  }

  #lose(error: unknown): undefined {
    if (!this.#isAway && !this.#isStopped) this.#options.onFailure(error)
  }

  #hear(seen: Seen, { position, isLive }: Pick<Seen, 'position' | 'isLive'>): void {
    if (position !== seen.position) delete seen.behindSince
    Object.assign(seen, { position, isLive, heard: seen.heard + 1 })
    const farthest = this.#seen.reduce((most, one) => (one.position > most ? one.position : most), beginning)
    for (const one of this.#seen) {
      if (one.position === farthest) delete one.behindSince
      else one.behindSince ??= this.#clock()
    }
    if (this.#seen.every((one) => one.isLive)) this.#setReady()
    this.#tell()
  }

  #tell(): void {
    this.#waiting.notify((position) => this.#answer(position))
  }

  /** Whether all are there, or all but stuck ones; `undefined` while others are on their way. */
  #answer(position: bigint): boolean | undefined {
    if (this.#isAway || this.#isStopped) return false
    const behind = this.#seen.filter((seen) => !seen.isLive || seen.position < position)
    if (behind.length === 0) return true
    return behind.every((seen) => this.#isStuck(seen)) ? false : undefined
  }

  #isStuck({ behindSince }: Seen): boolean {
    return behindSince !== undefined && this.#clock() - behindSince >= stuckAfter
  }
}

const standsStill = 'it has stood still for five seconds while others went on'
