import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { ReadModelRebuilder } from './read-model-rebuilder.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { EventFanOut } from './subscription/event-fan-out.ts'
import { LogSubscription } from './subscription/log-subscription.ts'
import { UpdatePublisher } from './subscription/update-publisher.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'
import { WorkerRegistry } from './worker-registry.ts'

export type ProjectionRunnerOptions = {
  log: EventLog
  streams: readonly string[]
  batch: number
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Aborted to end the subscription. */
  stopped: AbortSignal
  /** Called whenever a worker was added, removed, moved or activated. */
  onProgress(): void
  /** Called when the log was put back to an older copy, after all workers were stopped: opens workers anew. */
  reopenWorkers(): Promise<void>
  /** Called when a projection starts and stops running here. */
  onRunningChanged(readModel: ReadModelKey, isRunning: boolean): void
}

/** Runs projection workers, which can be added and removed. Without workers it does not subscribe to the log. */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #registry: WorkerRegistry
  readonly #publisher: UpdatePublisher
  readonly #fanOut: EventFanOut
  readonly #subscription: LogSubscription
  readonly #rebuilder: ReadModelRebuilder
  #workerAdded = Promise.withResolvers<void>()

  constructor(options: ProjectionRunnerOptions) {
    const { log, streams, batch, scheduler, retryPolicy, stopped } = options
    const onProgress = () => options.onProgress()
    this.#options = options
    this.#registry = new WorkerRegistry((readModel, isRunning) =>
      options.onRunningChanged(readModel, isRunning),
    )
    this.#publisher = new UpdatePublisher(scheduler, retryPolicy)
    this.#fanOut = new EventFanOut({
      retryPolicy,
      publisher: this.#publisher,
      onProgress,
      onRangeApplied: () => this.#prune(),
    })
    this.#subscription = new LogSubscription({
      log,
      streams,
      batch,
      retryPolicy,
      stopped,
      fanOut: this.#fanOut,
    })
    this.#rebuilder = new ReadModelRebuilder({
      subscription: this.#subscription,
      fanOut: this.#fanOut,
      retryPolicy,
      onProgress,
    })
    stopped.addEventListener('abort', () => this.#workerAdded.resolve())
  }

  /** Resolves when the runner was stopped and all reading has ended. */
  async run(): Promise<void> {
    const { retryPolicy } = this.#options
    while (!retryPolicy.isStopped()) {
      if (this.#registry.isEmpty) await this.#workerAdded.promise
      else await retryPolicy.retryUntilStopped(() => this.#follow())
    }
    await Promise.all([this.#subscription.settled(), this.#rebuilder.settled()])
  }

  findWorker(name: string): ProjectionWorker | undefined {
    return this.#registry.find(name)
  }

  /** Adds workers, each in place of a stopped one of the same projection. Stopped workers are not added. */
  add(opened: readonly ProjectionWorker[]): void {
    this.#prune()
    const workers = opened.filter((worker) => !worker.isStopped())
    if (workers.length === 0) return
    if (this.#registry.isEmpty) this.#subscription.startAt(workers)
    this.#registry.add(workers)
    this.#subscription.add(workers)
    this.#options.onProgress()
    this.#workerAdded.resolve()
  }

  /** Whether all read models are live and contain everything that was in the log when their workers were opened. */
  isReady(): boolean {
    return this.#registry.all().every((worker) => worker.isReady())
  }

  /** Stops a worker after its current step and after its waiting updates were sent. */
  async stopGracefully(worker: ProjectionWorker | undefined): Promise<void> {
    if (!worker) return
    worker.stopApplying()
    await this.#fanOut.settled()
    await this.#publisher.flush(worker)
    this.stopImmediately(worker)
  }

  /** Stops a worker at once: it writes nothing more. */
  stopImmediately(worker: ProjectionWorker | undefined): void {
    worker?.stop()
    this.#prune()
  }

  /** Stops all workers. To be called after `run` has resolved. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#registry.all().map((worker) => this.stopGracefully(worker)))
    this.#publisher.stop()
  }

  /**
   * Rebuilds a read model in parallel to its live build, which stays up to date, and switches over. Resolves to false if
   * it did not switch over; queries then continue to read the previous build.
   */
  async rebuild(name: string): Promise<boolean> {
    const worker = this.#registry.find(name)
    return worker?.isLive === true && this.#rebuilder.rebuild(worker)
  }

  async #follow(): Promise<void> {
    // The last worker may have stopped during a backoff. The next workers determine where to start.
    if (this.#registry.isEmpty) return
    try {
      await this.#subscription.follow()
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      await this.#restartAfterReplacement()
    }
  }

  /** Opening a worker compares its read model with the log, so each one that saw another history is rebuilt. */
  async #restartAfterReplacement(): Promise<void> {
    for (const worker of this.#registry.all()) worker.stop()
    this.#prune()
    await this.#options.reopenWorkers()
  }

  /** Removes stopped workers, and ends the subscription when there are none left. */
  #prune(): void {
    if (!this.#registry.removeStopped()) return
    this.#subscription.removeStopped()
    if (this.#registry.isEmpty) {
      this.#subscription.unsubscribe()
      this.#workerAdded = Promise.withResolvers()
    }
    this.#options.onProgress()
  }
}
