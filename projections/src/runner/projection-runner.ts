import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { ProjectionLease } from './lease.ts'
import { ReadModelRebuilder } from './read-model-rebuilder.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { SharedReader } from './subscription/shared-reader.ts'
import { checkStreamFamilies } from './subscription/stream-families.ts'
import { UpdatePublisher } from './subscription/update-publisher.ts'
import type { BufferBudget } from './worker/build-buffer.ts'
import { ProjectionWorker } from './worker/projection-worker.ts'
import { WorkerLoop } from './worker/worker-loop.ts'
import type { FillBuild } from './worker/worker-state.ts'

export type ProjectionRunnerOptions = {
  log: EventLog
  store: ReadModelStore
  batch: number
  /** Limits the documents of unfinished builds; see `ProjectionWorkerOptions`. */
  bufferBudget: BufferBudget | undefined
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Aborted to end reading. */
  stopped: AbortSignal
  /** Called whenever a worker was added, removed, moved, was activated or parked. */
  onProgress(): void
  /** Called when a projection starts and stops running here. */
  onRunningChanged(readModel: ReadModelKey, isRunning: boolean): void
}

/** Projections that were added together share one reading of the log. */
type Entry = { projection: RegisteredProjection; reader: SharedReader }

/** Runs projections, each in a loop of its own, once they are started. Without a running one it does not read the log. */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #entries = new Map<string, Entry>()
  readonly #loops = new Map<string, WorkerLoop>()
  readonly #publisher: UpdatePublisher
  readonly #rebuilder: ReadModelRebuilder
  readonly #running = new Set<Promise<void>>()

  constructor(options: ProjectionRunnerOptions) {
    this.#options = options
    this.#publisher = new UpdatePublisher(options.scheduler, options.retryPolicy)
    this.#rebuilder = new ReadModelRebuilder({
      ...options,
      publisher: this.#publisher,
      onProgress: () => options.onProgress(),
    })
    options.stopped.addEventListener('abort', () => {
      for (const loop of this.#loops.values()) loop.interrupt()
      for (const { reader } of this.#entries.values()) reader.stop()
    })
  }

  /** Adds projections that can be started. Throws for one that was added already. */
  add(projections: readonly RegisteredProjection[]): ReadModelKey[] {
    if (projections.length === 0) return []
    projections.forEach(checkStreamFamilies)
    const known = projections.find(({ projection }) => this.#entries.has(projection.name))
    if (known) throw new Error(`The projection ${known.projection.name} is registered already.`)
    const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
    const reader = new SharedReader({ ...this.#options, streams })
    this.#track(reader.run())
    for (const projection of projections)
      this.#entries.set(projection.projection.name, { projection, reader })
    return projections.map(({ projection }) => keyOf(projection))
  }

  /** Removes projections after `stop` has stopped them. */
  async remove(
    readModels: readonly ReadModelKey[],
    stop: (added: readonly ReadModelKey[]) => Promise<unknown>,
  ): Promise<void> {
    const removed = readModels.flatMap(({ name }) => this.#entries.get(name) ?? [])
    for (const { projection } of removed) this.#entries.delete(projection.projection.name)
    await stop(removed.map(({ projection }) => keyOf(projection.projection)))
    const used = new Set([...this.#entries.values()].map(({ reader }) => reader))
    for (const { reader } of removed) if (!used.has(reader)) reader.stop()
  }

  find({ name }: ReadModelKey): RegisteredProjection | undefined {
    return this.#entries.get(name)?.projection
  }

  readModels(): readonly ReadModelKey[] {
    return [...this.#entries.values()].map(({ projection }) => keyOf(projection.projection))
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
    return this.#loops.get(name)?.worker
  }

  /** Starts a projection, in place of a stopped worker of it. */
  start(readModel: ReadModelKey, lease?: ProjectionLease): void {
    const entry = this.#entries.get(readModel.name)
    if (entry === undefined) return
    this.#prune()
    const { projection, reader } = entry
    const worker = new ProjectionWorker({ ...this.#options, projection, lease })
    const loop = new WorkerLoop(worker, {
      ...this.#options,
      reader,
      publisher: this.#publisher,
      onProgress: () => this.#options.onProgress(),
      onOutdated: () => void this.#startOutdatedAnew(),
    })
    this.#loops.set(readModel.name, loop)
    this.#options.onRunningChanged(keyOf(readModel), true)
    this.#track(loop.run().finally(() => this.#prune()))
    this.#options.onProgress()
  }

  /** Whether all workers have applied what was in the log when they were opened, or are parked. */
  isReady(): boolean {
    return [...this.#loops.values()].every(({ worker }) => worker.isReady())
  }

  /** Stops a worker after its current step and after its waiting updates were sent. */
  async stopGracefully({ name }: ReadModelKey): Promise<void> {
    const loop = this.#loops.get(name)
    if (!loop) return
    await loop.finish()
    await this.#publisher.flush(loop.worker)
    loop.end()
    this.#prune()
  }

  /** Stops a worker at once: it writes nothing more. */
  stopImmediately({ name }: ReadModelKey): void {
    this.#loops.get(name)?.end()
    this.#prune()
  }

  /** Stops all workers. To be called after `run` has resolved. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.#loops.values()].map(({ worker }) => this.stopGracefully(worker.definition)))
    this.#publisher.stop()
  }

  /**
   * Rebuilds a read model in parallel to its live build, which stays up to date, and switches over. Resolves to false if
   * it did not switch over; queries then continue to read the previous build. `fill`: begins with a snapshot.
   */
  async rebuild(name: string, fill?: FillBuild): Promise<boolean> {
    const loop = this.#loops.get(name)
    return loop?.worker.isLive === true && this.#rebuilder.rebuild(loop, fill)
  }

  /**
   * Lets workers start anew whose live build is of an older epoch. A worker does not notice by itself that another one
   * has found that the log was put back.
   */
  async #startOutdatedAnew(): Promise<void> {
    const { store, retryPolicy } = this.#options
    await retryPolicy.retryUntilStopped(async () => {
      for (const loop of this.#loops.values()) {
        const live = loop.worker.isLive ? await store.liveBuild(loop.worker.definition) : undefined
        if (live?.outdatedSince !== undefined) loop.startAnew()
      }
    })
  }

  #track(running: Promise<void>): void {
    const done = running.finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  /** Removes stopped workers. */
  #prune(): void {
    const stopped = [...this.#loops].filter(([, { worker }]) => worker.isStopped())
    for (const [name, loop] of stopped) {
      // Its lease may have expired without a call of `end`.
      loop.end()
      this.#loops.delete(name)
      this.#options.onRunningChanged(keyOf(loop.worker.definition), false)
    }
    if (stopped.length > 0) this.#options.onProgress()
  }
}

const keyOf = ({ name, version }: ReadModelKey): ReadModelKey => ({ name, version })
