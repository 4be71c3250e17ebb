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

/** A build, its checkpoint, and whether queries read it. */
export type BuildState = { build: BuildKey; checkpoint: bigint; isLive: boolean }

export type ProjectionWorkerOptions = {
  projection: RegisteredProjection
  store: ReadModelStore
  retryPolicy: RetryPolicy
  buildState: BuildState
  /** Head of the log at the start: a new build is activated at this position, and earlier events are not published. */
  head: bigint
  /** Missing if no other process shares the store. */
  lease?: ProjectionLease
  /** Limits the documents that builds keep in memory before they are live. Without it every step is stored at once. */
  bufferBudget?: BufferBudget
}

/**
 * Applies the log to one build of a projection: events are applied in memory, and each step is stored in one commit.
 * Calls of `apply` must not overlap; `send` may overlap with it.
 */
export class ProjectionWorker implements UpdateSource {
  readonly projection: RegisteredProjection
  /** The event that parked this projection, if one did. */
  poison: PoisonEvent | undefined
  readonly #options: ProjectionWorkerOptions
  readonly #store: ReadModelStore
  /** Whether it builds in parallel to the live build of another worker. */
  readonly #isParallelBuild: boolean
  #buildState: BuildState
  #head: bigint
  /** Events up to this position are not published: they were published before, or applied before the build was live. */
  #publishAfterPosition: bigint
  /** Whether clients may have missed updates of this read model and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean
  /** Keeps the documents of a new build until they are stored; missing once the build is live. */
  #buffer: BuildBuffer | undefined
  #canBuffer = true
  #isClosing = false
  #isEnded = false
  #lastCommit: Promise<unknown> = Promise.resolve()

  constructor(options: ProjectionWorkerOptions, isParallelBuild = false) {
    this.projection = options.projection
    this.#options = options
    this.#store = options.store
    this.#isParallelBuild = isParallelBuild
    this.#buildState = options.buildState
    this.#head = options.head
    this.#publishAfterPosition = options.head
    this.#mayHaveMissedUpdates = options.lease !== undefined
    this.#openBuffer()
  }

  get definition(): Projection {
    return this.projection.projection
  }

  get isLive(): boolean {
    return this.#buildState.isLive
  }

  /** Position of the last applied event. The store lags behind it while documents are kept in memory. */
  position(): bigint {
    return this.#buildState.checkpoint
  }

  /** Whether the build can be activated. A parked projection counts, because it will not advance. */
  isCaughtUp(): boolean {
    return this.poison !== undefined || this.#buildState.checkpoint >= this.#head
  }

  /** Whether queries read everything that was in the log when the worker was opened. */
  isReady(): boolean {
    return this.isLive && this.isCaughtUp()
  }

  /** Returns true once if clients may have missed updates, so that the caller asks them to resync. */
  claimResync(): boolean {
    if (!this.#mayHaveMissedUpdates || !this.isReady()) return false
    this.#mayHaveMissedUpdates = false
    return this.projection.liveUpdates !== undefined
  }

  /** Whether it must no longer write. */
  isStopped(): boolean {
    return this.#isEnded || this.#options.lease?.isExpired() === true
  }

  /** Whether it applies events. */
  isRunning(): boolean {
    return !this.#isClosing && !this.isStopped()
  }

  /**
   * Applies events and moves to the position `to`; events that were applied already are skipped. Returns the changes to
   * publish. Throws `PoisonEvent` when the projection cannot apply an event, or what the store throws; either way the
   * read model is unchanged.
   */
  async apply(events: readonly RecordedEvent[], to: bigint): Promise<readonly DocumentChange[]> {
    const { build, checkpoint } = this.#buildState
    if (to <= checkpoint) return []
    const first = events[0]
    const isNew = (event: RecordedEvent) => event.position > checkpoint
    const newEvents = !first || isNew(first) ? events : events.filter(isNew)
    const load = (ids: readonly string[]) => this.#buffer?.load(ids) ?? this.#store.load(build, ids)
    const step =
      newEvents.length === 0
        ? emptyStep
        : await computeStep(this.definition, newEvents, load, {
            isPublished: this.#publishedUpTo(to),
            isLive: this.isLive,
          })
    await this.#runExclusively(async () => {
      // The worker switched to another build or reloaded its checkpoint meanwhile: this step belongs to neither.
      if (this.#buildState.build.build !== build.build)
        throw new CheckpointMismatch(this.definition, checkpoint, this.position())
      await this.#keep(step, checkpoint, to)
    }).catch((error: unknown) => {
      const last = newEvents.at(-1)
      throw last && error instanceof InvalidIndexEntry ? new PoisonEvent(last, error) : error
    })
    return step.changes
  }

  /** Stores the documents that a build keeps in memory before it is live. Until then the store lags behind. */
  async storeBuffer(): Promise<void> {
    await this.#runExclusively(() => this.#writeBuffer())
  }

  /** Sends messages with a commit of the read model, so that the store delivers both in the same order. */
  async send(messages: readonly LiveMessage[]): Promise<void> {
    await this.#runExclusively(async () => {
      const stepId = randomUUID()
      const commitAt = (checkpoint: bigint) => ({
        stepId,
        from: checkpoint,
        to: checkpoint,
        upserts: [],
        deletes: [],
        messages,
      })
      try {
        await this.#commit(commitAt(this.position()))
      } catch (error) {
        if (!(error instanceof CheckpointMismatch)) throw error
        // Messages do not depend on the checkpoint; the next step will notice that it moved.
        await this.#commit(commitAt(error.actual))
      }
    })
  }

  /** Lets queries read this build. Later changes are published. */
  async activate(): Promise<void> {
    const { build } = this.#buildState
    await this.storeBuffer()
    await this.#retry(() => this.#store.activate(build, this.#options.lease?.storeLease))
    if (!this.isLive) this.#publishAfterPosition = larger(this.#publishAfterPosition, this.position())
    this.#buildState = { ...this.#buildState, isLive: true }
    this.#buffer = undefined
  }

  /** Returns a worker for a new, empty build of the same projection that is not live. */
  async beginRebuild(): Promise<ProjectionWorker> {
    const { projection, store, lease } = this.#options
    const build = await store.beginBuild(projection.projection, lease?.storeLease)
    return new ProjectionWorker(
      { ...this.#options, buildState: { build, checkpoint: beginning, isLive: false } },
      true,
    )
  }

  /** Activates another build and continues as its worker. Pending messages are sent with the new build. */
  async switchTo(other: ProjectionWorker): Promise<void> {
    await this.#runExclusively(async () => {
      await other.activate()
      this.#buildState = other.#buildState
      this.#publishAfterPosition = larger(this.#publishAfterPosition, other.#publishAfterPosition)
      this.#mayHaveMissedUpdates = true
      this.poison = undefined
    })
  }

  /** Continues from the live build of the store, or from a new build if there is none. */
  async reloadCheckpoint(): Promise<void> {
    if (this.#isParallelBuild) return this.stop()
    const { projection, lease } = this.#options
    await this.#runExclusively(async () => {
      const live = await this.#store.liveBuild(projection.projection)
      this.#head = larger(this.#head, this.position())
      this.#publishAfterPosition = larger(this.#publishAfterPosition, this.position())
      this.#mayHaveMissedUpdates = true
      this.#buildState = live
        ? { ...live, isLive: true }
        : {
            build: await this.#store.beginBuild(projection.projection, lease?.storeLease),
            checkpoint: beginning,
            isLive: false,
          }
      this.#openBuffer()
    })
  }

  /** Applies no more events. Messages may still be sent. */
  stopApplying(): void {
    this.#isClosing = true
  }

  /** Stops at once: nothing more is written. */
  stop(): void {
    this.#isEnded = true
    this.#buffer?.discard()
  }

  /** To be called when another process holds the lease. */
  loseLease(): void {
    this.#options.lease?.end()
    this.stop()
  }

  /** Drops a build that will not be activated. */
  async discardBuild(): Promise<void> {
    this.stop()
    await this.#store.drop(this.#buildState.build)
  }

  /** Only for a new build, because a buffer does not know the documents that are already stored. */
  #openBuffer(): void {
    const { bufferBudget: budget } = this.#options
    const { build, checkpoint, isLive } = this.#buildState
    this.#buffer?.discard()
    this.#buffer =
      budget && this.#canBuffer && !isLive && checkpoint === beginning
        ? new BuildBuffer(this.#store, build, budget)
        : undefined
  }

  async #keep({ upserts, deletes }: Step, from: bigint, to: bigint): Promise<void> {
    if (this.#buffer) {
      // A step that was computed while the worker stopped must not fill a buffer that nobody empties.
      if (this.isStopped()) throw new Fenced(this.definition)
      this.#buffer.add({ upserts, deletes })
    } else await this.#commit({ stepId: randomUUID(), from, to, upserts, deletes, messages: [] })
    this.#buildState = { ...this.#buildState, checkpoint: to }
    if (this.#buffer?.isOverBudget) await this.#writeBuffer()
  }

  async #writeBuffer(): Promise<void> {
    try {
      await this.#buffer?.write(this.position(), (step) => this.#commit(step))
    } catch (error) {
      if (!(error instanceof InvalidIndexEntry)) throw error
      // The buffer does not know which event caused it. The next build stores every step and so finds the event.
      this.#canBuffer = false
      throw new ReadModelNotBuilt(this.#buildState.build, error)
    }
  }

  #publishedUpTo(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    const after = this.#publishAfterPosition
    return this.isLive && this.projection.liveUpdates && to > after
      ? (event) => event.position > after
      : undefined
  }

  /** A step whose response was lost is sent again with the same id, so that the store does not apply it twice. */
  async #commit(step: Omit<Commit, 'build' | 'lease'>): Promise<void> {
    const { build } = this.#buildState
    const lease = this.#options.lease?.storeLease
    await this.#retry(() => this.#store.commit({ ...step, build, ...(lease && { lease }) }))
  }

  #retry(operation: () => Promise<void>): Promise<void> {
    return retryWhileUnavailable(this.#options.retryPolicy, async () => {
      if (this.isStopped()) throw new Fenced(this.definition)
      await operation()
    })
  }

  /** Runs one operation at a time, because each commit starts at the checkpoint of the previous one. */
  #runExclusively(operation: () => Promise<void>): Promise<void> {
    const done = this.#lastCommit.then(operation, operation)
    this.#lastCommit = done
    return done
  }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
