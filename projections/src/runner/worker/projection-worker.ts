import type { RecordedEvent, SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { extendHistory } from '@thirty/infra/event-log/seen-history.ts'
import {
  InvalidIndexEntry,
  type LiveMessage,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { UpdateSource } from '../../batch-updates.ts'
import type { DocumentChange, RegisteredProjection } from '../../registered-projection.ts'
import type { ProjectionLease } from '../assignment/lease.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { BufferBudget } from './build-buffer.ts'
import { BuildWriter } from './build-writer.ts'
import { emptyStep, PoisonEvent, computeStep } from './compute-step.ts'
import { liveState, newBuildState, WorkerState, type BuildState } from './worker-state.ts'

export type ProjectionWorkerOptions = {
  projection: RegisteredProjection
  store: ReadModelStore
  retryPolicy: RetryPolicy
  buildState: BuildState
  /** Head of the log at the start: a new build is activated at this position, and earlier events are not published. */
  head: bigint
  /** Whether queries read a build of another history of the log until this one is live. */
  replacesOutdated?: boolean
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
  readonly #state: WorkerState
  readonly #writer: BuildWriter
  /** Whether it builds in parallel to the live build of another worker. */
  readonly #isParallelBuild: boolean
  #isClosing = false
  #isEnded = false

  constructor(options: ProjectionWorkerOptions, isParallelBuild = false) {
    const { projection, store, retryPolicy, buildState, head, lease, bufferBudget } = options
    const mayHaveMissedUpdates = lease !== undefined || options.replacesOutdated === true
    this.projection = projection
    this.#options = options
    this.#isParallelBuild = isParallelBuild
    this.#state = new WorkerState({ buildState, head, mayHaveMissedUpdates })
    this.#writer = new BuildWriter({
      projection: projection.projection,
      store,
      retryPolicy,
      state: this.#state,
      lease,
      bufferBudget,
      isStopped: () => this.isStopped(),
    })
  }

  get definition(): Projection {
    return this.projection.projection
  }

  get isLive(): boolean {
    return this.#state.isLive
  }

  /** Position of the last applied event. The store lags behind it while documents are kept in memory. */
  position(): bigint {
    return this.#state.checkpoint
  }

  /** Epoch of the live build; empty while it is not live. */
  epoch(): string {
    return this.#state.epoch
  }

  /** The newest event that the build remembers, of any stream that this process reads. */
  newestSeen(): SeenEvent | undefined {
    return this.#state.seen.events.at(-1)
  }

  /** Whether the build can be activated. A parked projection counts, because it will not advance. */
  isCaughtUp(): boolean {
    return this.poison !== undefined || this.#state.hasReachedHead()
  }

  /** Whether queries read everything that was in the log when the worker was opened. */
  isReady(): boolean {
    return this.isLive && this.isCaughtUp()
  }

  /** Returns true once if clients may have missed updates, so that the caller asks them to resync. */
  claimResync(): boolean {
    if (!this.isReady() || !this.#state.claimMissedUpdates()) return false
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
   * read model is unchanged. `newest` are the last events up to `to`, also of streams that the projection does not read.
   */
  async apply(
    events: readonly RecordedEvent[],
    to: bigint,
    newest: readonly SeenEvent[] = events,
  ): Promise<readonly DocumentChange[]> {
    const { build, checkpoint, seen } = this.#state
    if (to <= checkpoint) return []
    const first = events[0]
    const isNew = (event: SeenEvent) => event.position > checkpoint
    const newEvents = !first || isNew(first) ? events : events.filter(isNew)
    const load = (ids: readonly string[]) => this.#writer.load(ids)
    const step =
      newEvents.length === 0
        ? emptyStep
        : await computeStep(this.definition, newEvents, load, {
            isPublished: this.#publishFilter(to),
            isLive: this.isLive,
          })
    const nextSeen = extendHistory(seen, newest.filter(isNew), to)
    await this.#writer.write(step, build, checkpoint, nextSeen).catch((error: unknown) => {
      const last = newEvents.at(-1)
      throw last && error instanceof InvalidIndexEntry ? new PoisonEvent(last, error) : error
    })
    return step.changes
  }

  /** Stores the documents that a build keeps in memory before it is live. Until then the store lags behind. */
  storeBuffer(): Promise<void> {
    return this.#writer.storeBuffer()
  }

  /** Sends messages with a commit of the read model, so that the store delivers both in the same order. */
  send(messages: readonly LiveMessage[]): Promise<void> {
    return this.#writer.send(messages)
  }

  /** Lets queries read this build. Later changes are published. */
  activate(): Promise<void> {
    return this.#writer.activate()
  }

  /** Returns a worker for a new, empty build of the same projection that is not live. */
  async beginRebuild(): Promise<ProjectionWorker> {
    const { store, lease } = this.#options
    const build = await store.beginBuild(this.definition, lease?.storeLease)
    return new ProjectionWorker({ ...this.#options, buildState: newBuildState(build) }, true)
  }

  /** Activates another build and continues as its worker. Pending messages are sent with the new build. */
  async switchTo(other: ProjectionWorker): Promise<void> {
    await this.#writer.runExclusively(async () => {
      await other.activate()
      this.#state.switchTo(other.#state)
      this.poison = undefined
    })
  }

  /** Continues from the live build of the store, or from a new build if there is none of this history of the log. */
  async reloadCheckpoint(): Promise<void> {
    if (this.#isParallelBuild) return this.stop()
    const { store, lease } = this.#options
    await this.#writer.runExclusively(async () => {
      const live = await store.liveBuild(this.definition)
      this.#state.beginReload()
      this.#state.endReload(
        live && live.outdatedSince === undefined
          ? liveState(live)
          : newBuildState(await store.beginBuild(this.definition, lease?.storeLease)),
      )
      this.#writer.openBuffer()
    })
  }

  /** Applies no more events. Messages may still be sent. */
  stopApplying(): void {
    this.#isClosing = true
  }

  /** Stops at once: nothing more is written. */
  stop(): void {
    this.#isEnded = true
    this.#writer.discardBuffer()
  }

  /** To be called when another process holds the lease. */
  loseLease(): void {
    this.#options.lease?.end()
    this.stop()
  }

  /** Drops a build that will not be activated. */
  async discardBuild(): Promise<void> {
    this.stop()
    await this.#options.store.drop(this.#state.build)
  }

  #publishFilter(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    return this.projection.liveUpdates && this.#state.publishFilter(to)
  }
}
