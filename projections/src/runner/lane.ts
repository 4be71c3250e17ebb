import { randomUUID } from 'node:crypto'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  BadPlace,
  Fenced,
  OutOfStep,
  type BuildKey,
  type Commit,
  type Frame,
  type View,
  type ViewStore,
} from '@thirty/infra/views/views.ts'
import { insist, type Care } from './care.ts'
import type { Source } from '../gather.ts'
import type { Hold } from './hold.ts'
import type { Change, Projection } from '../projection.ts'
import { nothing, Poison, stepOf } from './step.ts'

/** A build, how far it is, and whether readers see it. */
export type Where = { build: BuildKey; checkpoint: bigint; isLive: boolean }

export type LaneOptions = {
  projection: Projection
  store: ViewStore
  care: Care
  where: Where
  /** Where the log ends: a build that is not live is shown when it is here, and what was there before is no news. */
  head: bigint
  /** The right to feed the view; missing where nobody else could. */
  hold?: Hold
}

/**
 * One build of a view on its way through the log: events are taken in in memory, and each step is stored in one commit.
 * `take` is called one at a time; `send` may overlap with it.
 */
export class Lane implements Source {
  readonly projection: Projection
  /** The event that stopped this lane for good, if one did. */
  poison: Poison | undefined
  readonly #options: LaneOptions
  readonly #store: ViewStore
  readonly #isBeside: boolean
  #where: Where
  #head: bigint
  /** What was in the log up to here is no news: it was told before, or taken in while nobody saw it. */
  #newsAfter: bigint
  /** Whether those who listen may have missed news of this view, and have not been told so. */
  #isSilent: boolean
  #isClosed = false
  #isEnded = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: LaneOptions, isBeside = false) {
    this.projection = options.projection
    this.#options = options
    this.#store = options.store
    this.#isBeside = isBeside
    this.#where = options.where
    this.#head = options.head
    this.#newsAfter = options.head
    this.#isSilent = options.hold !== undefined
  }

  get view(): View {
    return this.projection.view
  }

  get isLive(): boolean {
    return this.#where.isLive
  }

  /** Position up to which the view is built. */
  position(): bigint {
    return this.#where.checkpoint
  }

  /** Whether it is far enough to be shown. A parked one will not come further. */
  isCaughtUp(): boolean {
    return this.poison !== undefined || this.#where.checkpoint >= this.#head
  }

  /** Whether readers see all of it that was there when it was opened. */
  isSettled(): boolean {
    return this.isLive && this.isCaughtUp()
  }

  /** Whether those who listen are to be told, once, that they may have missed something. */
  breaksSilence(): boolean {
    if (!this.#isSilent || !this.isSettled()) return false
    this.#isSilent = false
    return this.projection.announce !== undefined
  }

  /** Whether it may not write any more. */
  isOver(): boolean {
    return this.#isEnded || this.#options.hold?.isOver() === true
  }

  /** Whether it takes in events. */
  isFed(): boolean {
    return !this.#isClosed && !this.isOver()
  }

  /**
   * Takes events in and moves on to `to`; those up to the present position are skipped.
   * Answers the changes that are news, for views that announce.
   * When it throws, the view is as it was: `Poison` when the view's own code threw, or whatever the store throws.
   */
  async take(events: readonly RecordedEvent[], to: bigint): Promise<readonly Change[]> {
    const { build, checkpoint } = this.#where
    if (to <= checkpoint) return []
    const first = events[0]
    const isNew = (event: RecordedEvent) => event.position > checkpoint
    const fresh = !first || isNew(first) ? events : events.filter(isNew)
    const load = (ids: readonly string[]) => this.#store.load(build, ids)
    const taking = { isHeard: this.#isHeard(to), isLive: this.isLive }
    const made = fresh.length === 0 ? nothing : await stepOf(this.view, fresh, load, taking)
    const { puts, deletes, changes } = made
    await this.#inTurn(async () => {
      // Another build took its place meanwhile, or the view was found elsewhere: this step belongs to neither.
      if (this.#where.build.build !== build.build) throw new OutOfStep(this.view, checkpoint, this.position())
      await this.#commit({ id: randomUUID(), from: checkpoint, to, puts, deletes, frames: [] })
      this.#where = { ...this.#where, checkpoint: to }
    }).catch((error: unknown) => {
      const last = fresh.at(-1)
      throw last && error instanceof BadPlace ? new Poison(last, error) : error
    })
    return changes
  }

  /** Lets frames leave by the view's own commits, so that a store which carries both carries them together. */
  async send(frames: readonly Frame[]): Promise<void> {
    await this.#inTurn(async () => {
      const id = randomUUID()
      const at = (here: bigint) => ({ id, from: here, to: here, puts: [], deletes: [], frames })
      try {
        await this.#commit(at(this.position()))
      } catch (error) {
        if (!(error instanceof OutOfStep)) throw error
        // Frames may leave from wherever the view stands; where that is, the next step will find out.
        await this.#commit(at(error.actual))
      }
    })
  }

  /** Shows the view to its readers. From here on there are news. */
  async show(): Promise<void> {
    const { build } = this.#where
    await this.#insist(() => this.#store.goLive(build, this.#options.hold?.lease))
    if (!this.isLive) this.#newsAfter = larger(this.#newsAfter, this.position())
    this.#where = { ...this.#where, isLive: true }
  }

  /** A lane for a new, empty build of the same view, which nobody sees. */
  async beside(): Promise<Lane> {
    const { projection, store, hold } = this.#options
    const build = await store.begin(projection.view, hold?.lease)
    return new Lane({ ...this.#options, where: { build, checkpoint: beginning, isLive: false } }, true)
  }

  /** Shows another build of the view and goes on as that one. Frames that wait leave by the new build. */
  async become(other: Lane): Promise<void> {
    await this.#inTurn(async () => {
      await other.show()
      this.#where = other.#where
      this.#newsAfter = larger(this.#newsAfter, other.#newsAfter)
      this.#isSilent = true
      this.poison = undefined
    })
  }

  /** The store lost the build: stands where the view is now, or at the beginning of a new build. */
  async find(): Promise<void> {
    if (this.#isBeside) return this.end()
    const { projection, hold } = this.#options
    await this.#inTurn(async () => {
      const live = await this.#store.live(projection.view)
      this.#head = larger(this.#head, this.position())
      this.#newsAfter = larger(this.#newsAfter, this.position())
      this.#isSilent = true
      this.#where = live
        ? { ...live, isLive: true }
        : {
            build: await this.#store.begin(projection.view, hold?.lease),
            checkpoint: beginning,
            isLive: false,
          }
    })
  }

  /** Takes in no more events. News may still leave. */
  close(): void {
    this.#isClosed = true
  }

  /** Writes no more. */
  end(): void {
    this.#isEnded = true
  }

  /** Somebody else leads the view. */
  lose(): void {
    this.#options.hold?.end()
    this.end()
  }

  /** Forgets a build that nobody will see. */
  async discard(): Promise<void> {
    this.end()
    await this.#store.drop(this.#where.build)
  }

  #isHeard(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    const after = this.#newsAfter
    return this.isLive && this.projection.announce && to > after
      ? (event) => event.position > after
      : undefined
  }

  /** A step whose answer was lost is sent again under its own name, so that it is never taken twice. */
  async #commit(step: Omit<Commit, 'build' | 'lease'>): Promise<void> {
    const { build } = this.#where
    const lease = this.#options.hold?.lease
    await this.#insist(() => this.#store.commit({ ...step, build, ...(lease && { lease }) }))
  }

  #insist(work: () => Promise<void>): Promise<void> {
    return insist(this.#options.care, async () => {
      if (this.isOver()) throw new Fenced(this.view)
      await work()
    })
  }

  /** Commits come one after the other: each starts where the one before ended. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work, work)
    this.#last = done
    return done
  }
}

const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other)
