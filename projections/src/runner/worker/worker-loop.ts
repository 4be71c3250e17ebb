import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { CheckpointMismatch, Fenced, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { OperationQueue } from '../operation-queue.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { followLog, LogNotReadable } from '../subscription/follow-log.ts'
import type { EventRange, Member, SharedReader } from '../subscription/shared-reader.ts'
import { streamFamilyFilter } from '../subscription/stream-families.ts'
import type { UpdatePublisher } from '../subscription/update-publisher.ts'
import { Wakeup } from '../wakeup.ts'
import { applyRange } from './apply-range.ts'
import { PoisonEvent } from './compute-step.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import { RepeatedFailure, RetrySchedule } from './retry-schedule.ts'

export type WorkerLoopOptions = {
  log: EventLog
  batch: number
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  reader: SharedReader
  publisher: UpdatePublisher
  /** Called whenever the worker was opened, moved, was activated or parked. */
  onProgress(): void
  /** Called when the live build of a read model turned out to be of an older epoch. */
  onOutdated(): void
}

/**
 * Runs one worker until it stops: opens its read model, applies the log, activates the build once it has caught up, and
 * tries again after failures. Loops share the reader of the log but wait neither for it to read nor for each other.
 */
export class WorkerLoop {
  readonly worker: ProjectionWorker
  readonly #options: WorkerLoopOptions
  readonly #member: Member
  readonly #isWanted: (stream: string) => boolean
  readonly #retrySchedule = new RetrySchedule()
  readonly #logReplacements = new RepeatedFailure()
  /** The steps of the worker, and the operations between them. */
  readonly #operations = new OperationQueue()
  readonly #resumed = new Wakeup()
  readonly #ended = new AbortController()

  constructor(worker: ProjectionWorker, options: WorkerLoopOptions) {
    this.worker = worker
    this.#options = options
    this.#isWanted = streamFamilyFilter(worker.definition.streams)
    this.#member = options.reader.join(worker)
  }

  /** Resolves when the worker has stopped and its last step has ended. */
  async run(): Promise<void> {
    while (this.#isRunning()) {
      try {
        await this.#advance()
      } catch (error) {
        await this.#recover(error)
      }
    }
    this.#leave()
  }

  /** Runs an operation while no step is applied. */
  runBetweenSteps<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#operations.run(operation)
  }

  /** Lets the worker continue at once if it waits, because it was stopped or its read model was replaced. */
  resume(): void {
    this.#resumed.notify()
    this.#member.newEvents.notify()
  }

  /** Lets the worker open its read model again, because the build is out of date. */
  startAnew(): void {
    this.worker.close()
    this.resume()
  }

  /** Lets the worker begin no further step, and resolves when the current one has ended. Messages may still be sent. */
  async finish(): Promise<void> {
    this.worker.stopApplying()
    this.#leave()
    await this.#operations.run(async () => undefined)
  }

  /** Stops the worker at once: it writes nothing more. */
  end(): void {
    this.worker.stop()
    this.#leave()
  }

  /** Ends every wait. To be called when the runner was stopped. */
  interrupt(): void {
    this.#ended.abort()
    this.resume()
  }

  #leave(): void {
    this.#options.reader.leave(this.#member)
    this.interrupt()
  }

  #isRunning(): boolean {
    return this.worker.isRunning() && !this.#options.retryPolicy.isStopped()
  }

  async #advance(): Promise<void> {
    const { worker } = this
    if (!worker.isOpen) await this.#open()
    await this.#activateIfCaughtUp()
    // It may have been closed meanwhile. Nobody reads for closed workers, so it must not wait for events.
    if (!this.#isRunning() || !worker.isOpen) return
    const range = this.#options.reader.eventsFor(this.#member, this.#isWanted)
    if (range === undefined) await this.#readAlone()
    else if (range.upToPosition > range.afterPosition) await this.#apply(range)
    else await this.#member.newEvents.wait()
  }

  async #open(): Promise<void> {
    const { replacesOutdated } = await this.#operations.run(() => this.worker.open())
    if (replacesOutdated) this.#options.onOutdated()
    this.#options.reader.progressed()
    this.#options.onProgress()
  }

  async #apply(range: EventRange): Promise<void> {
    const { reader, publisher } = this.#options
    const { worker } = this
    await this.#operations.run(() =>
      applyRange(worker, range, (changes) => publisher.publish(worker, changes)),
    )
    this.#succeeded()
    if (typeof this.#member.place === 'bigint') this.#member.place = worker.position()
    reader.progressed()
  }

  /** Reads the log from the position of the worker until its next events are with the shared reader. */
  async #readAlone(): Promise<void> {
    const { worker } = this
    const { log, batch, reader } = this.#options
    const signal = AbortSignal.any([this.#ended.signal, worker.closed])
    this.#member.place = 'alone'
    const { streams } = worker.definition
    let afterPosition = worker.position()
    const seen = worker.newestSeen()
    for await (const { events, position, newest } of followLog(log, {
      after: afterPosition,
      ...(seen && { seen }),
      streams,
      batch,
      signal,
    })) {
      if (!this.#isRunning() || !worker.isOpen) return
      await this.#apply({
        events,
        afterPosition,
        upToPosition: position,
        ...(newest && { newest: [...events, newest] }),
      })
      await this.#activateIfCaughtUp()
      if (!this.#isRunning() || !worker.isOpen || reader.hasPlaceAt(worker.position())) return
      afterPosition = position
    }
  }

  async #activateIfCaughtUp(): Promise<void> {
    const { worker } = this
    if (!worker.isLive && worker.hasReachedHead()) {
      await this.#operations.run(() => worker.activate())
      this.#succeeded()
    }
    this.#options.publisher.requestResync(worker)
  }

  #succeeded(): void {
    this.worker.parked = undefined
    this.#retrySchedule.succeeded(this.worker.isLive)
    this.#logReplacements.succeeded()
    this.#options.onProgress()
  }

  /** Reports a failure, and returns when the worker may try again. */
  async #recover(failure: unknown): Promise<void> {
    const { worker } = this
    const { reader, scheduler } = this.#options
    this.#member.place = undefined
    if (failure instanceof LogReplaced) return this.#startAnew(failure)
    if (failure instanceof PoisonEvent) await this.#activatePartialBuild()
    const { delayMs, isParked } = this.#retrySchedule.failed(failure)
    this.#report(failure, isParked)
    if (failure instanceof Fenced) worker.loseLease()
    if (failure instanceof ReadModelNotBuilt || failure instanceof CheckpointMismatch) worker.close()
    if (isParked) this.#park(failure)
    reader.progressed()
    if (this.#isRunning()) await this.#resumed.waitAtMost(delayMs, scheduler)
  }

  /**
   * Closes the worker. Opening its read model compares it with the log, and reports what it finds. If the log says again
   * that it was put back before anything could be applied, that comparison found nothing: the next waits.
   */
  async #startAnew(failure: LogReplaced): Promise<void> {
    this.worker.close(failure)
    const delayMs = this.#logReplacements.delayMs()
    if (delayMs === 0) return
    this.#report(new LogNotReadable(failure), false)
    await this.#resumed.waitAtMost(delayMs, this.#options.scheduler)
  }

  /** Shows readers what could be built before a poison event, unless they have an older build. */
  async #activatePartialBuild(): Promise<void> {
    const { worker } = this
    if (worker.isLive) return
    try {
      await this.#operations.run(() => worker.activate())
    } catch (error) {
      this.#report(error, false)
      worker.close()
    }
  }

  #park(failure: unknown): void {
    const { worker } = this
    worker.parked =
      failure instanceof PoisonEvent
        ? { position: failure.event.position, cause: failure.cause, event: failure.event.id }
        : { position: worker.position(), cause: failure }
    this.#options.publisher.requestResync(worker)
    this.#options.onProgress()
  }

  #report(failure: unknown, isParked: boolean): void {
    // A worker whose lease expired was reported by the lease coordinator.
    if (this.worker.isStopped()) return
    this.#options.retryPolicy.report({
      projection: this.worker.definition.name,
      error: failure instanceof PoisonEvent ? failure.cause : failure,
      ...(failure instanceof PoisonEvent && { event: failure.event }),
      isParked,
    })
  }
}
