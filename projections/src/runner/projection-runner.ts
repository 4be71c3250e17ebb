import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { ReadModelRebuilder } from './read-model-rebuilder.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { SharedReader } from './subscription/shared-reader.ts'
import { UpdatePublisher } from './subscription/update-publisher.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'
import { WorkerLoop } from './worker/worker-loop.ts'
import type { FillBuild } from './worker/worker-state.ts'
import { WorkerRegistry } from './worker-registry.ts'

export type ProjectionRunnerOptions = {
  log: EventLog
  store: Pick<ReadModelStore, 'liveBuild'>
  batch: number
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Aborted to end reading. */
  stopped: AbortSignal
  /** Called whenever a worker was added, removed, moved, was activated or parked. */
  onProgress(): void
  /** Called when a projection starts and stops running here. */
  onRunningChanged(readModel: ReadModelKey, isRunning: boolean): void
}

/** Projections that were added together: they share one reading of the log. */
export type ProjectionGroup = {
  /** The streams of all projections of the group. */
  streams: readonly string[]
  /** Aborted when the last projection of the group was removed. */
  ended: AbortSignal
}

/** Runs projection workers, each in a loop of its own. Without workers it does not read the log. */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #registry: WorkerRegistry
  readonly #publisher: UpdatePublisher
  readonly #readers = new Map<ProjectionGroup, SharedReader>()
  readonly #rebuilder: ReadModelRebuilder
  readonly #running = new Set<Promise<void>>()

  constructor(options: ProjectionRunnerOptions) {
    this.#options = options
    this.#registry = new WorkerRegistry((readModel, isRunning) =>
      options.onRunningChanged(readModel, isRunning),
    )
    this.#publisher = new UpdatePublisher(options.scheduler, options.retryPolicy)
    this.#rebuilder = new ReadModelRebuilder({
      ...options,
      publisher: this.#publisher,
      onProgress: () => options.onProgress(),
    })
    options.stopped.addEventListener('abort', () => {
      for (const loop of this.#registry.all()) loop.interrupt()
    })
  }

  /** Resolves when the runner was stopped, and all reading and all steps have ended. */
  async run(): Promise<void> {
    const { stopped } = this.#options
    if (!stopped.aborted)
      await new Promise((resolve) => stopped.addEventListener('abort', resolve, { once: true }))
    await Promise.all(this.#running)
    await this.#rebuilder.settled()
  }

  findWorker(name: string): ProjectionWorker | undefined {
    return this.#registry.find(name)?.worker
  }

  /** Starts a worker of a group, in place of a stopped one of the same projection. */
  start(worker: ProjectionWorker, group: ProjectionGroup): void {
    this.#prune()
    const loop = new WorkerLoop(worker, {
      ...this.#options,
      reader: this.#readerOf(group),
      publisher: this.#publisher,
      onProgress: () => this.#options.onProgress(),
      onOutdated: () => void this.#startOutdatedAnew(),
    })
    this.#registry.add(loop)
    this.#track(loop.run(), () => this.#prune())
    this.#options.onProgress()
  }

  /** Whether all workers have applied what was in the log when they were opened, or are parked. */
  isReady(): boolean {
    return this.#registry.all().every(({ worker }) => worker.isReady())
  }

  /** Stops a worker after its current step and after its waiting updates were sent. */
  async stopGracefully(name: string): Promise<void> {
    const loop = this.#registry.find(name)
    if (!loop) return
    await loop.finish()
    await this.#publisher.flush(loop.worker)
    loop.end()
    this.#prune()
  }

  /** Stops a worker at once: it writes nothing more. */
  stopImmediately(name: string): void {
    this.#registry.find(name)?.end()
    this.#prune()
  }

  /** Stops all workers. To be called after `run` has resolved. */
  async stopAll(): Promise<void> {
    const names = this.#registry.all().map(({ worker }) => worker.definition.name)
    await Promise.all(names.map((name) => this.stopGracefully(name)))
    this.#publisher.stop()
  }

  /**
   * Rebuilds a read model in parallel to its live build, which stays up to date, and switches over. Resolves to false if
   * it did not switch over; queries then continue to read the previous build. `fill`: begins with a snapshot.
   */
  async rebuild(name: string, fill?: FillBuild): Promise<boolean> {
    const loop = this.#registry.find(name)
    return loop?.worker.isLive === true && this.#rebuilder.rebuild(loop, fill)
  }

  /**
   * Lets workers start anew whose live build is of an older epoch. A worker does not notice by itself that another one
   * has found that the log was put back.
   */
  async #startOutdatedAnew(): Promise<void> {
    const { store, retryPolicy } = this.#options
    await retryPolicy.retryUntilStopped(async () => {
      for (const loop of this.#registry.all()) {
        const live = loop.worker.isLive ? await store.liveBuild(loop.worker.definition) : undefined
        if (live?.outdatedSince !== undefined) loop.startAnew()
      }
    })
  }

  #readerOf(group: ProjectionGroup): SharedReader {
    const known = this.#readers.get(group)
    if (known) return known
    const stopped = AbortSignal.any([this.#options.stopped, group.ended])
    const reader = new SharedReader({ ...this.#options, streams: group.streams, stopped })
    this.#readers.set(group, reader)
    this.#track(reader.run(), () => this.#readers.delete(group))
    return reader
  }

  #track(running: Promise<void>, onEnd: () => void): void {
    const done = running.finally(() => {
      this.#running.delete(done)
      onEnd()
    })
    this.#running.add(done)
  }

  /** Removes stopped workers. */
  #prune(): void {
    if (this.#registry.removeStopped()) this.#options.onProgress()
  }
}
