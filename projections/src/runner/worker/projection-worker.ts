import type { EventLog, LogReplaced, RecordedEvent, SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { extendHistory } from '@thirty/infra/event-log/seen-history.ts'
import {
  InvalidIndexEntry,
  type LiveMessage,
  type Projection,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { UpdateSource } from '../../batch-updates.ts'
import type { DocumentChange, RegisteredProjection, UpdateChannel } from '../../registered-projection.ts'
import type { ProjectionLease } from '../lease.ts'
import type { ReadModelPosition } from '../progress.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { BufferBudget } from './build-buffer.ts'
import { BuildWriter } from './build-writer.ts'
import { emptyStep, PoisonEvent, computeStep } from './compute-step.ts'
import { openBuild } from './open-build.ts'
import { newBuildState, WorkerState, type BuildStart, type FillBuild } from './worker-state.ts'

export type ProjectionWorkerOptions = {
  projection: RegisteredProjection
  store: ReadModelStore
  log: Pick<EventLog, 'head' | 'compareEvent' | 'readAll'>
  retryPolicy: RetryPolicy
  /** Missing if no other process shares the store. */
  lease?: ProjectionLease | undefined
  /** Limits the documents that builds keep in memory before they are live. Without it every step is stored at once. */
  bufferBudget?: BufferBudget | undefined
}

/** Why a projection stands still until it is tried again. */
export type Parked = {
  position: bigint
  cause: unknown
  /** Id of the event that it cannot apply; missing if another error stopped it. */
  event?: string
}

/**
 * Applies the log to one build of a projection: events are applied in memory, and each step is stored in one commit.
 * Calls of `open` and `apply` must not overlap; `send` may overlap with them.
 */
export class ProjectionWorker {
  readonly projection: RegisteredProjection
  /** What sends the messages of the projection, and those of its `insiders`, whose position is that of everything that was applied. */
  readonly sources: readonly { source: UpdateSource; channel: UpdateChannel }[]
  parked: Parked | undefined
  readonly #options: ProjectionWorkerOptions
  readonly #state: WorkerState
  readonly #writer: BuildWriter
  /** Whether it builds in parallel to the live build of another worker. */
  readonly #isParallelBuild: boolean
  #isOpen: boolean
  /** Aborted when the worker is closed; another one after it was opened again. */
  #closed = new AbortController()
  /** Whether the log was replaced since it was opened, so that its positions mean nothing any more. */
  #hasSeenOtherLog = false
  #isClosing = false
  #isEnded = false

  /** `parallelBuild`: a new build beside the live one, and the head of the log. */
  constructor(options: ProjectionWorkerOptions, parallelBuild?: BuildStart) {
    const { projection, store, retryPolicy, lease, bufferBudget } = options
    this.projection = projection
    this.#options = options
    this.#isParallelBuild = parallelBuild !== undefined
    this.#isOpen = this.#isParallelBuild
    this.#state = new WorkerState(lease !== undefined)
    if (parallelBuild) this.#state.begin(parallelBuild)
    this.#writer = new BuildWriter({
      projection: projection.projection,
      store,
      retryPolicy,
      state: this.#state,
      lease,
      bufferBudget,
      isStopped: () => this.isStopped(),
    })
    const { insiders } = projection
    this.sources = [this.#source(projection), ...(insiders ? [this.#source(insiders, true)] : [])]
  }

  get definition(): Projection {
    return this.projection.projection
  }

  get isLive(): boolean {
    return this.#state.isLive
  }

  /** Whether it knows its build. Otherwise it has to be opened. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Aborted when it is closed, for what must end then. To be read while it is open. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** Position of the last applied event. The store lags behind it while documents are kept in memory. */
  position(): bigint {
    return this.#state.checkpoint
  }

  /** How far it is, as others are told. */
  progress(): Omit<ReadModelPosition, 'readModel'> {
    const { isLive, parked } = this
    if (!parked) return { position: this.position(), isLive }
    const { cause, ...where } = parked
    return { position: this.position(), isLive, parked: { ...where, reason: String(cause) } }
  }

  /** The newest event that the build remembers. */
  newestSeen(): SeenEvent | undefined {
    return this.#state.seen.events.at(-1)
  }

  /** Whether everything was applied that was in the log when the worker was opened, and before its build was replaced. */
  hasReachedHead(): boolean {
    return this.#state.hasReachedHead()
  }

  /** Whether queries read everything that was in the log when the worker was opened, or must do without because it is parked. */
  isReady(): boolean {
    return this.parked !== undefined || (this.isLive && this.hasReachedHead())
  }

  /** Returns true once if clients may have missed updates, so that the caller asks them to resync. */
  claimResync(): boolean {
    if (!this.isLive || !this.isReady() || !this.#state.claimMissedUpdates()) return false
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
   * A closed worker applies nothing: the events may be of a log that was put back since.
   */
  async apply(
    events: readonly RecordedEvent[],
    to: bigint,
    newest: readonly SeenEvent[] = events,
  ): Promise<readonly DocumentChange[]> {
    const { build, checkpoint, seen } = this.#state
    if (!this.#isOpen || to <= checkpoint) return []
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
    const nextSeen = {
      ...extendHistory(seen, newest.filter(isNew), to),
      changedAt: step.changedAt ?? seen.changedAt ?? checkpoint,
    }
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

  /** Returns a worker for a new build of the same projection that is not live: an empty one, unless `fill` fills it. */
  async beginRebuild(fill?: FillBuild): Promise<ProjectionWorker> {
    const { store, lease } = this.#options
    const build = await store.beginBuild(this.definition, lease?.storeLease)
    const filled = await fill?.(build, this.definition)
    // The state is kept as long as the build: only these two, even if `fill` returns more.
    const buildState = filled
      ? { build, checkpoint: filled.checkpoint, seen: filled.seen }
      : newBuildState(build)
    return new ProjectionWorker(this.#options, { buildState, head: this.#state.head })
  }

  /** Activates another build and continues as its worker. Pending messages are sent with the new build. */
  async switchTo(other: ProjectionWorker): Promise<void> {
    await this.#writer.runExclusively(async () => {
      await other.activate()
      this.#state.switchTo(other.#state)
      // A buffer of the abandoned build must not receive the next steps.
      this.#writer.openBuffer()
      this.parked = undefined
    })
    this.#isOpen = true
  }

  /**
   * Continues from the live build of the store, or begins a new one; see `openBuild`. To be called at the start, and
   * after the worker was closed. `replacesOutdated`: the live build is of another history of the log.
   */
  async open(): Promise<{ replacesOutdated: boolean }> {
    let replacesOutdated = false
    if (this.#isParallelBuild) {
      this.stop()
      return { replacesOutdated }
    }
    const { lease, ...options } = this.#options
    await this.#writer.runExclusively(async () => {
      const opened = await openBuild(this.definition, { ...options, lease: lease?.storeLease })
      if (this.#hasSeenOtherLog) opened.replacesOutdated = true
      replacesOutdated = opened.replacesOutdated === true
      this.#hasSeenOtherLog = false
      if (this.#state.hasBegun) this.#state.replace(opened)
      else this.#state.begin(opened)
      this.#writer.openBuffer()
    })
    this.#closed = new AbortController()
    this.#isOpen = true
    return { replacesOutdated }
  }

  /**
   * To be called when the store has no longer what this worker stored, or the log what it has seen. It has to be opened
   * again.
   */
  close(reason?: LogReplaced): void {
    this.#isOpen = false
    this.#closed.abort()
    this.#hasSeenOtherLog ||= reason !== undefined
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

  /** The epoch of messages is empty while the build is not live. */
  #source(channel: UpdateChannel, isForInsiders = false) {
    const source: UpdateSource = {
      isForInsiders,
      changedAt: () => (isForInsiders ? undefined : this.#state.seen.changedAt) ?? this.position(),
      epoch: () => {
        const { epoch } = this.#state
        return epoch === '' ? epoch : (channel.epochOf?.(epoch) ?? epoch)
      },
      exceptRoom: async () => channel.exceptRoom?.(),
      send: (messages) => this.send(messages),
    }
    return { source, channel }
  }

  #publishFilter(to: bigint): ((event: RecordedEvent) => boolean) | undefined {
    return this.projection.liveUpdates && this.#state.publishFilter(to)
  }
}
