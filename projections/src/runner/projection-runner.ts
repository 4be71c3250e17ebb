import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { UpdatePublisher } from './update-publisher.ts'
import { advanceWorker, activateWorker, storeBuffer, type EventRange } from './advance-worker.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { EventRouter } from './worker-registry.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import { WorkerRegistry, slowestPosition } from './worker-registry.ts'

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
  /** Called when a projection starts and stops running here. */
  onRunningChanged(readModel: ReadModelKey, isRunning: boolean): void
}

/**
 * Runs projection workers, which can be added and removed. Workers that caught up share one subscription; lagging ones
 * read the log.
 */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #retryPolicy: RetryPolicy
  readonly #publisher: UpdatePublisher
  readonly #registry: WorkerRegistry
  /** The workers that the subscription feeds; all others are lagging. */
  #caughtUp = new EventRouter([])
  /** Position of the last batch of the subscription. */
  #received = beginning
  /** The last operation that excludes the batches of the subscription. */
  #lastOperation: Promise<unknown> = Promise.resolve()
  readonly #running = new Set<Promise<void>>()
  readonly #catchingUp = new Set<Promise<unknown>>()
  readonly #rebuilding = new Map<string, Promise<boolean>>()
  #unsubscribed = new AbortController()
  #workerAdded = Promise.withResolvers<void>()

  constructor(options: ProjectionRunnerOptions) {
    const { scheduler, retryPolicy } = options
    this.#options = options
    this.#retryPolicy = retryPolicy
    this.#publisher = new UpdatePublisher(scheduler, retryPolicy)
    this.#registry = new WorkerRegistry((readModel, isRunning) =>
      options.onRunningChanged(readModel, isRunning),
    )
    options.stopped.addEventListener('abort', () => this.#workerAdded.resolve())
  }

  /** Resolves when the runner was stopped and all reading has ended. */
  async run(): Promise<void> {
    while (!this.#retryPolicy.isStopped()) {
      if (this.#registry.isEmpty) await this.#workerAdded.promise
      else await this.#retryPolicy.retryUntilStopped(() => this.#follow())
    }
    await Promise.allSettled([...this.#catchingUp, ...this.#rebuilding.values()])
  }

  findWorker(name: string): ProjectionWorker | undefined {
    return this.#registry.find(name)
  }

  /** Adds workers, each in place of a stopped one of the same projection. Stopped workers are not added. */
  add(opened: readonly ProjectionWorker[]): void {
    this.#prune()
    const workers = opened.filter((worker) => !worker.isStopped())
    if (workers.length === 0) return
    if (this.#registry.isEmpty) this.#startSubscriptionAt(workers)
    this.#registry.add(workers)
    this.#catchUpSeparately(workers.filter((worker) => !this.#caughtUp.workers.includes(worker)))
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
    await Promise.all(this.#running)
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
    if (!worker?.isLive) return false
    const done =
      this.#rebuilding.get(name) ?? worker.beginRebuild().then((build) => this.#replay(worker, build))
    this.#rebuilding.set(name, done)
    return done.finally(() => this.#rebuilding.delete(name))
  }

  /** The subscription starts at the position of the most advanced worker. */
  #startSubscriptionAt(workers: readonly ProjectionWorker[]): void {
    this.#received = workers.reduce(
      (farthest, worker) => (worker.position() > farthest ? worker.position() : farthest),
      beginning,
    )
    this.#caughtUp = new EventRouter(workers.filter((worker) => worker.position() === this.#received))
  }

  async #follow(): Promise<void> {
    // The last worker may have stopped during a backoff. The next workers determine where to start.
    if (this.#registry.isEmpty) return
    const { log, streams, batch, stopped } = this.#options
    this.#unsubscribed = new AbortController()
    const signal = AbortSignal.any([stopped, this.#unsubscribed.signal])
    for await (const { events, position } of log.subscribe({
      after: this.#received,
      streams,
      batch,
      signal,
    })) {
      await this.#runExclusively(async () => {
        if (signal.aborted) return
        const after = this.#received
        this.#received = position
        await this.#run(this.#caughtUp, { events, afterPosition: after, upToPosition: position })
        if (signal.aborted) return
        this.#catchUpSeparately(this.#laggingAmong(this.#caughtUp.workers))
        await this.#activateCaughtUp(this.#caughtUp.workers)
        this.#catchUpSeparately(this.#laggingAmong(this.#caughtUp.workers))
      })
      if (signal.aborted) return
    }
  }

  /** Takes workers out of the subscription until they have caught up with it. */
  #catchUpSeparately(workers: readonly ProjectionWorker[]): void {
    if (workers.length === 0) return
    this.#caughtUp = new EventRouter(this.#caughtUp.workers.filter((worker) => !workers.includes(worker)))
    const done = this.#catchUp(new EventRouter(workers)).finally(() => this.#catchingUp.delete(done))
    this.#catchingUp.add(done)
  }

  async #catchUp(lagging: EventRouter): Promise<void> {
    await this.#readMissed(lagging)
    // Not exclusively, because the subscription would have to wait.
    await Promise.all(
      lagging.workers
        .filter((worker) => worker.isCaughtUp())
        .map((worker) => storeBuffer(worker, this.#retryPolicy)),
    )
    await this.#runExclusively(async () => {
      await this.#readMissed(lagging)
      await this.#activateCaughtUp(lagging.workers)
      this.#caughtUp = new EventRouter([
        ...this.#caughtUp.workers,
        ...lagging.workers.filter((worker) => worker.isRunning()),
      ])
      this.#catchUpSeparately(this.#laggingAmong(lagging.workers))
    })
  }

  /** The workers that lag behind the subscription because they reloaded their checkpoint or started a new build. */
  #laggingAmong(workers: readonly ProjectionWorker[]): ProjectionWorker[] {
    // A stopped runner no longer reads the log.
    if (this.#retryPolicy.isStopped()) return []
    return workers.filter(
      (worker) => worker.isRunning() && !worker.poison && worker.position() < this.#received,
    )
  }

  async #replay(worker: ProjectionWorker, build: ProjectionWorker): Promise<boolean> {
    const lagging = new EventRouter([build])
    await this.#readMissed(lagging)
    if (!build.poison) await storeBuffer(build, this.#retryPolicy)
    return this.#runExclusively(async () => {
      await this.#readMissed(lagging)
      try {
        if (build.poison) await build.discardBuild()
        if (build.poison || !build.isRunning() || !worker.isRunning() || this.#retryPolicy.isStopped())
          return false
        await worker.switchTo(build)
        await this.#activateCaughtUp([worker])
        return true
      } catch (error) {
        // The build was lost, or another process holds the lease. The worker of the live build will notice it as well.
        this.#retryPolicy.report({ projection: worker.definition.name, error, isParked: false })
        return false
      } finally {
        build.stop()
        this.#options.onProgress()
      }
    })
  }

  /** Reads the log until every worker has reached the position of the subscription. */
  async #readMissed(lagging: EventRouter): Promise<void> {
    await this.#retryPolicy.retryUntilStopped(async () => {
      const { log, streams, batch } = this.#options
      for (;;) {
        const until = this.#received
        const after = slowestPosition(lagging.workers) ?? until
        if (after >= until || this.#retryPolicy.isStopped()) return
        let from = after
        for await (const events of log.readAll({ after, until, streams, batch })) {
          if (this.#retryPolicy.isStopped() || slowestPosition(lagging.workers) === undefined) return
          const to = events.at(-1)?.position ?? from
          await this.#run(lagging, { events, afterPosition: from, upToPosition: to })
          from = to
        }
        await this.#run(lagging, { events: [], afterPosition: from, upToPosition: until })
      }
    })
  }

  async #run(router: EventRouter, range: EventRange): Promise<void> {
    const done = this.#advance(router, range).finally(() => this.#running.delete(done))
    this.#running.add(done)
    await done
  }

  async #advance(router: EventRouter, range: EventRange): Promise<void> {
    const eventsByWorker = router.route(range.events)
    const steps = router.workers.map((worker, index) =>
      advanceWorker(worker, { ...range, events: eventsByWorker[index] ?? [] }, this.#retryPolicy),
    )
    const changes = await Promise.all(steps)
    this.#options.onProgress()
    router.workers.forEach((worker, index) => this.#publisher.publish(worker, changes[index] ?? []))
    this.#prune()
  }

  /** Activates the builds that have caught up, and asks clients to resync where they may have missed updates. */
  async #activateCaughtUp(workers: readonly ProjectionWorker[]): Promise<void> {
    const ready = workers.filter((worker) => !worker.isLive && worker.isCaughtUp())
    await Promise.all(ready.map((worker) => activateWorker(worker, this.#retryPolicy)))
    if (ready.length > 0) this.#options.onProgress()
    this.#publisher.requestResync(workers)
  }

  /** Runs one operation at a time; batches of the subscription are operations as well. */
  #runExclusively<Result>(operation: () => Promise<Result>): Promise<Result> {
    const done = this.#lastOperation.then(operation, operation)
    this.#lastOperation = done
    return done
  }

  /** Removes stopped workers, and ends the subscription when there are none left. */
  #prune(): void {
    if (!this.#registry.removeStopped()) return
    this.#caughtUp = new EventRouter(this.#caughtUp.workers.filter((worker) => !worker.isStopped()))
    if (this.#registry.isEmpty) {
      this.#unsubscribed.abort()
      this.#workerAdded = Promise.withResolvers()
    }
    this.#options.onProgress()
  }
}
