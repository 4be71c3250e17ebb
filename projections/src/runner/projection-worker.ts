import { randomUUID } from 'node:crypto'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import {
  InvalidIndexEntry,
  Fenced,
  CheckpointMismatch,
  ReadModelNotBuilt,
  type BuildKey,
  type Commit,
  type LiveMessage,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { BuildBuffer, type BufferBudget } from './build-buffer.ts'
import { retryWhileUnavailable, type RetryPolicy } from './retry-policy.ts'
import type { UpdateSource } from '../batch-updates.ts'
import type { ProjectionLease } from './assignment/lease.ts'
import type { DocumentChange, RegisteredProjection } from '../registered-projection.ts'
import { emptyStep, PoisonEvent, computeStep, type Step } from './compute-step.ts'

/** A build, how far it is, and whether readers see it. */
export type BuildState = { build: BuildKey; checkpoint: bigint; isLive: boolean }

export type ProjectionWorkerOptions = {
  projection: RegisteredProjection
  store: ReadModelStore
  retryPolicy: RetryPolicy
  buildState: BuildState
  /** Where the log ends: a build that is not live is shown when it is here, and what was there before is no news. */
  head: bigint
  /** The right to feed the view; missing where nobody else could. */
  lease?: ProjectionLease
  /** Room for the documents of builds that nobody reads yet. Without it every step is stored at once. */
  bufferBudget?: BufferBudget
}

/**
 * One build of a view on its way through the log: events are taken in in memory, and each step is stored in one commit.
 * `take` is called one at a time; `send` may overlap with it.
 */
export class ProjectionWorker implements UpdateSource {
  readonly projection: RegisteredProjection
  /** The event that stopped this lane for good, if one did. */
  poison: PoisonEvent | undefined
  readonly #options: ProjectionWorkerOptions
  readonly #store: ReadModelStore
  readonly #isBeside: boolean
  #where: BuildState
  #head: bigint
  /** What was in the log up to here is no news: it was told before, or taken in while nobody saw it. */
  #newsAfter: bigint
  /** Whether those who listen may have missed news of this view, and have not been told so. */
  #isSilent: boolean
  /** Keeps the documents of a new build until they are stored; missing as soon as readers see the build. */
  #buffer: BuildBuffer | undefined
  #canBuffer = true
  #isClosed = false
  #isEnded = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: ProjectionWorkerOptions, isBeside = false) {
    this.projection = options.projection
    this.#options = options
    this.#store = options.store
    this.#isBeside = isBeside
    this.#where = options.buildState
    this.#head = options.head
    this.#newsAfter = options.head
    this.#isSilent = options.lease !== undefined
    this.#openBuffer()
  }

  get definition(): Projection {
    return this.projection.projection
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
  isReady(): boolean {
    return this.isLive && this.isCaughtUp()
  }

  /** Whether those who listen are to be told, once, that they may have missed something. */
  claimResync(): boolean {
    if (!this.#isSilent || !this.isReady()) return false
    this.#isSilent = false
    return this.projection.liveUpdates !== undefined
  }

  /** Whether it may not write any more. */
  isStopped(): boolean {
    return this.#isEnded || this.#options.lease?.isExpired() === true
  }

  /** Whether it takes in events. */
  isRunning(): boolean {
    return !this.#isClosed && !this.isStopped()
  }

  /**
   * Takes events in and moves on to `to`; those up to the present position are skipped.
   * Answers the changes that are news, for views that announce.
   * When it throws, the view is as it was: `Poison` when the view's own code threw, or whatever the store throws.
   */
  async apply(events: readonly RecordedEvent[], to: bigint): Promise<readonly DocumentChange[]> {
    const { build, checkpoint } = this.#where
    if (to <= checkpoint) return []
    const first = events[0]
    const isNew = (event: RecordedEvent) => event.position > checkpoint
    const fresh = !first || isNew(first) ? events : events.filter(isNew)
    const load = (ids: readonly string[]) => this.#buffer?.load(ids) ?? this.#store.load(build, ids)
    const taking = { isPublished: this.#isHeard(to) }
    const made = fresh.length === 0 ? emptyStep : await computeStep(this.definition, fresh, load, taking)
    await this.#inTurn(async () => {
      // Another build took its place meanwhile, or the view was found elsewhere: this step belongs to neither.
      if (this.#where.build.build !== build.build)
        throw new CheckpointMismatch(this.definition, checkpoint, this.position())
      await this.#keep(made, checkpoint, to)
    }).catch((error: unknown) => {
      const last = fresh.at(-1)
      throw last && error instanceof InvalidIndexEntry ? new PoisonEvent(last, error) : error
    })
    return made.changes
  }

  /** Stores the documents that a build which nobody reads yet keeps in memory; until then the store lags behind. */
  async storeBuffer(): Promise<void> {
    await this.#inTurn(() => this.#writeBuffer())
  }

  /** Lets frames leave by the view's own commits, so that a store which carries both carries them together. */
  async send(frames: readonly LiveMessage[]): Promise<void> {
    await this.#inTurn(async () => {
      const stepId = randomUUID()
      const at = (here: bigint) => ({
        stepId,
        from: here,
        to: here,
        upserts: [],
        deletes: [],
        messages: frames,
      })
      try {
        await this.#commit(at(this.position()))
      } catch (error) {
        if (!(error instanceof CheckpointMismatch)) throw error
        // Frames may leave from wherever the view stands; where that is, the next step will find out.
        await this.#commit(at(error.actual))
      }
    })
  }

  /** Shows the view to its readers. From here on there are news. */
  async activate(): Promise<void> {
    const { build } = this.#where
    await this.storeBuffer()
    await this.#insist(() => this.#store.activate(build, this.#options.lease?.storeLease))
    if (!this.isLive) this.#newsAfter = larger(this.#newsAfter, this.position())
    this.#where = { ...this.#where, isLive: true }
    this.#buffer = undefined
  }

  /** A lane for a new, empty build of the same view, which nobody sees. */
  async beginRebuild(): Promise<ProjectionWorker> {
    const { projection, store, lease: hold } = this.#options
    const build = await store.beginBuild(projection.projection, hold?.storeLease)
    return new ProjectionWorker(
      { ...this.#options, buildState: { build, checkpoint: beginning, isLive: false } },
      true,
    )
  }

  /** Shows another build of the view and goes on as that one. Frames that wait leave by the new build. */
  async switchTo(other: ProjectionWorker): Promise<void> {
    await this.#inTurn(async () => {
      await other.activate()
      this.#where = other.#where
      this.#newsAfter = larger(this.#newsAfter, other.#newsAfter)
      this.#isSilent = true
      this.poison = undefined
    })
  }

  /** The store lost the build: stands where the view is now, or at the beginning of a new build. */
  async reloadCheckpoint(): Promise<void> {
    if (this.#isBeside) return this.stop()
    const { projection, lease: hold } = this.#options
    await this.#inTurn(async () => {
      const live = await this.#store.liveBuild(projection.projection)
      this.#head = larger(this.#head, this.position())
      this.#newsAfter = larger(this.#newsAfter, this.position())
      this.#isSilent = true
      this.#where = live
        ? { ...live, isLive: true }
        : {
            build: await this.#store.beginBuild(projection.projection, hold?.storeLease),
            checkpoint: beginning,
            isLive: false,
          }
      this.#openBuffer()
    })
  }

  /** Takes in no more events. News may still leave. */
  stopApplying(): void {
    this.#isClosed = true
  }

  /** Writes no more. */
  stop(): void {
    this.#isEnded = true
    this.#buffer?.discard()
  }

  /** Somebody else leads the view. */
  loseLease(): void {
    this.#options.lease?.end()
    this.stop()
  }

  /** Forgets a build that nobody will see. */
  async discardBuild(): Promise<void> {
    this.stop()
    await this.#store.drop(this.#where.build)
  }

  /** For a new build only: what the store has already is not known here. */
  #openBuffer(): void {
    const { bufferBudget: budget } = this.#options
    const { build, checkpoint, isLive } = this.#where
    this.#buffer?.discard()
    this.#buffer =
      budget && this.#canBuffer && !isLive && checkpoint === beginning
        ? new BuildBuffer(this.#store, build, budget)
        : undefined
  }

  async #keep({ upserts, deletes }: Step, from: bigint, to: bigint): Promise<void> {
    if (this.#buffer) this.#buffer.add({ upserts, deletes })
    else await this.#commit({ stepId: randomUUID(), from, to, upserts, deletes, messages: [] })
    this.#where = { ...this.#where, checkpoint: to }
    if (this.#buffer?.isOverBudget) await this.#writeBuffer()
  }

  async #writeBuffer(): Promise<void> {
    try {
      await this.#buffer?.write(this.position(), (step) => this.#commit(step))
    } catch (error) {
      if (!(error instanceof InvalidIndexEntry)) throw error
      // Which event led there is not known any more: the next build stores every step, and finds out.
      this.#canBuffer = false
      throw new ReadModelNotBuilt(this.#where.build, error)
    }
  }

  #isHeard(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    const after = this.#newsAfter
    return this.isLive && this.projection.liveUpdates && to > after
      ? (event) => event.position > after
      : undefined
  }

  /** A step whose answer was lost is sent again under its own name, so that it is never taken twice. */
  async #commit(step: Omit<Commit, 'build' | 'lease'>): Promise<void> {
    const { build } = this.#where
    const lease = this.#options.lease?.storeLease
    await this.#insist(() => this.#store.commit({ ...step, build, ...(lease && { lease }) }))
  }

  #insist(work: () => Promise<void>): Promise<void> {
    return retryWhileUnavailable(this.#options.retryPolicy, async () => {
      if (this.isStopped()) throw new Fenced(this.definition)
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
