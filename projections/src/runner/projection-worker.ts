// Runs one projection until it is stopped: opens its read model, applies the log, activates the build once it has caught up, and tries
// again after failures. Workers share the reader of the log but wait neither for it to read nor for each other.

import { beginning, LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { pause } from '@thirty/infra/scheduler.ts'
import { CheckpointMismatch, Fenced, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { Build, BuildContext, EventRange } from './build.ts'
import type { BufferBudget } from './build-buffer.ts'
import { PoisonEvent } from './apply-events.ts'
import type { ProjectionLease } from './lease.ts'
import { openBuild } from './open-build.ts'
import type { ReadModelPosition } from './progress.ts'
import { LogNotReadable, RetrySchedule, type RunnerParts } from './retries.ts'
import type { SharedReader } from './shared-reader.ts'
import { UpdatePublisher } from './update-publisher.ts'
import { OperationQueue } from './wakeup.ts'

export type WorkerOptions = RunnerParts & {
  registered: RegisteredProjection
  /** Missing if no other process shares the store. */
  lease: ProjectionLease | undefined
  bufferBudget: BufferBudget | undefined
  reader: SharedReader
  hasListeners: HasListeners | undefined
  /** Called whenever the worker was opened, moved, was activated or parked. */
  onProgress(): void
  /** Called when the live build of a read model turned out to be of an older epoch. */
  onOutdated(): void
}

export class ProjectionWorker {
  readonly context: WorkerOptions & BuildContext
  readonly #publisher: UpdatePublisher
  readonly #retrySchedule = new RetrySchedule()
  /** Steps, messages, and operations between steps. */
  readonly #operations = new OperationQueue()
  readonly #closing = new AbortController()
  /** Aborted when it begins no further step. */
  readonly #closed: AbortSignal
  /** Aborted when the log was replaced since the build was compared with it. */
  #replaced: AbortSignal
  #build: Build | undefined
  /** Why it stands still until it is tried again, and where. */
  #parked: ReadModelPosition['parked']
  /** What was in the log when the build began, and earlier builds had applied, is applied before it is activated. */
  #head = beginning
  /** Events up to this position are not published: they were published before, or applied before the build was live. */
  #publishAfter = beginning
  /** Whether clients may have missed updates of this read model and were not asked to resync yet. */
  #mayHaveMissedUpdates: boolean
  /** Whether the log was replaced since the build was opened, so that its positions mean nothing any more. */
  #hasSeenOtherLog = false
  #isEnded = false

  constructor(options: WorkerOptions) {
    const { registered, lease, retryPolicy } = options
    this.#closed = AbortSignal.any([this.#closing.signal, retryPolicy.stopped])
    this.context = { ...options, projection: registered.projection, isStopped: () => this.isStopped() }
    this.#publisher = new UpdatePublisher({
      ...options,
      build: () => this.#build,
      send: (messages) => this.#operations.run(async () => this.#build?.send(messages)),
      onFailure: (error) => this.report(error, false),
    })
    this.#mayHaveMissedUpdates = lease !== undefined
    this.#replaced = options.reader.replaced
  }

  get projection(): RegisteredProjection['projection'] {
    return this.context.projection
  }

  get isLive(): boolean {
    return this.#build?.isLive === true
  }

  get position(): bigint {
    return this.#build?.position ?? beginning
  }

  /** How far it is, as it reports to others. */
  progress(): Omit<ReadModelPosition, 'readModel'> {
    const parked = this.#parked
    return { position: this.position, isLive: this.isLive, ...(parked && { parked }) }
  }

  /** Whether queries read everything that was in the log when it was opened, or must do without because it is parked. */
  isReady(): boolean {
    return this.#parked !== undefined || (this.isLive && this.position >= this.#head)
  }

  /** Whether it must no longer write. */
  isStopped(): boolean {
    return this.#isEnded || this.context.lease?.isExpired() === true
  }

  /** Whether it applies events. */
  #isRunning(): boolean {
    return !this.#closed.aborted && !this.isStopped()
  }

  /** Resolves when it was stopped and its last step has ended. */
  async run(): Promise<void> {
    while (this.#isRunning()) {
      try {
        await this.#advance()
      } catch (error) {
        await this.#recover(error)
      }
    }
    this.#closing.abort()
  }

  /** Returns what is aborted when it is stopped, its build is closed, or the log is replaced. */
  stoppedOrReplaced(): AbortSignal {
    return AbortSignal.any([this.#closed, this.#replaced, ...(this.#build ? [this.#build.closed] : [])])
  }

  /** Runs an operation while its build stands still. */
  betweenSteps<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#operations.run(operation)
  }

  /** Activates another build and continues with it. To be called between steps. */
  async switchTo(build: Build): Promise<void> {
    await build.activate()
    this.#build?.discardBuffer()
    // Nobody continues to read for it.
    this.#build?.close()
    this.#build = build
    this.#publishAfter = larger(this.#publishAfter, larger(this.#head, build.position))
    this.#mayHaveMissedUpdates = true
    this.#parked = undefined
    this.#requestResync()
    this.context.onProgress()
  }

  /** Lets it open its read model again, because its build cannot be continued. */
  startAnew(): void {
    this.#build?.close()
  }

  /** Stops after the current step and after its waiting updates were sent. */
  async stop(): Promise<void> {
    this.#closing.abort()
    await this.#operations.run(async () => undefined)
    await this.#publisher.flush()
    this.end()
  }

  /** Stops at once: nothing more is written. */
  end(): void {
    this.#isEnded = true
    this.#publisher.stop()
    this.#build?.discardBuffer()
    this.#closing.abort()
  }

  async #advance(): Promise<void> {
    if (this.#build?.closed.aborted !== false) await this.#open()
    await this.#activateIfCaughtUp()
    const build = this.#build
    if (!this.#isRunning() || !build) return
    const signal = AbortSignal.any([this.#closed, build.closed])
    for await (const range of this.context.reader.follow(build, this.#replaced, signal)) {
      if (!this.#isRunning() || build.closed.aborted) return
      await this.#apply(range)
      await this.#activateIfCaughtUp()
    }
  }

  /** Opens the build again, or for the first time. Nothing is published twice, also when it is at another checkpoint than before. */
  async #open(): Promise<void> {
    const { log, reader, onProgress, onOutdated } = this.context
    this.#hasSeenOtherLog ||= this.#replaced.aborted
    this.#replaced = reader.replaced
    await this.#operations.run(async () => {
      const { build, head, replacesOutdated } = await openBuild(this.context, log)
      const previous = this.#build
      const isOtherLog = replacesOutdated || this.#hasSeenOtherLog
      this.#hasSeenOtherLog = false
      previous?.discardBuffer()
      this.#build = build
      this.#mayHaveMissedUpdates ||= previous !== undefined || isOtherLog
      // Positions of another history of the log mean nothing in this one.
      const isSameLog = previous !== undefined && !isOtherLog
      this.#head = isSameLog ? larger(larger(this.#head, head), previous.position) : head
      this.#publishAfter = isSameLog ? larger(this.#publishAfter, previous.position) : head
      if (isOtherLog) onOutdated()
    })
    onProgress()
  }

  async #apply(range: EventRange): Promise<void> {
    await this.#operations.run(async () =>
      this.#build?.apply(range, this.#publisher.listener(this.#publishAfter)),
    )
    this.#succeeded()
  }

  async #activateIfCaughtUp(): Promise<void> {
    this.#replaced.throwIfAborted()
    const build = this.#build
    if (build && !build.isLive && build.position >= this.#head) {
      await this.#operations.run(() => this.#activate(build))
      this.#succeeded()
    }
    this.#requestResync()
  }

  async #activate(build: Build): Promise<void> {
    await build.activate()
    this.#publishAfter = larger(this.#publishAfter, build.position)
  }

  /** Asks all clients to resync if they may have missed updates, once they can read what they missed. */
  #requestResync(): void {
    if (!this.#mayHaveMissedUpdates || !this.isLive || !this.isReady()) return
    this.#mayHaveMissedUpdates = false
    this.#publisher.requestResync()
  }

  #succeeded(): void {
    this.#parked = undefined
    this.#retrySchedule.succeeded(this.isLive)
    this.context.onProgress()
  }

  /** Reports a failure, and returns when it may try again. */
  async #recover(failure: unknown): Promise<void> {
    const { scheduler, lease } = this.context
    const build = this.#build
    const isReplaced = failure instanceof LogReplaced
    if (isReplaced) {
      build?.close()
      this.#hasSeenOtherLog = true
    }
    if (failure instanceof PoisonEvent) await this.#activatePartialBuild()
    const { delayMs, isParked } = this.#retrySchedule.failed(failure)
    // Opening the read model compares it with the log, and reports what it finds.
    if (delayMs === 0) return
    this.report(isReplaced ? new LogNotReadable(failure) : failure, isParked)
    if (failure instanceof Fenced) {
      lease?.end()
      this.end()
    }
    if (isParked) this.#park(failure)
    // A build that is closed meanwhile has been replaced, or is to be opened again.
    const replaced = build && !build.closed.aborted ? [build.closed] : []
    if (this.#isRunning()) await pause(scheduler, delayMs, AbortSignal.any([this.#closed, ...replaced]))
    if (failure instanceof ReadModelNotBuilt || failure instanceof CheckpointMismatch) build?.close()
  }

  /** Shows readers what could be built before a poison event, unless they have an older build. */
  async #activatePartialBuild(): Promise<void> {
    const build = this.#build
    if (!build || build.isLive) return
    try {
      await this.#operations.run(() => this.#activate(build))
    } catch (error) {
      this.report(error, false)
      build.close()
    }
  }

  #park(failure: unknown): void {
    this.#parked =
      failure instanceof PoisonEvent
        ? { position: failure.event.position, reason: String(failure.cause), event: failure.event.id }
        : { position: this.position, reason: String(failure) }
    this.#requestResync()
    this.context.onProgress()
  }

  report(failure: unknown, isParked: boolean): void {
    // One whose lease expired was reported when the lease was lost.
    if (this.isStopped()) return
    this.context.retryPolicy.report({ projection: this.projection.name, error: failure, isParked })
  }
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right)
