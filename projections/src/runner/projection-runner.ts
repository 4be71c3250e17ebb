import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import { batchUpdates, type UpdateBatcher } from '../batch-updates.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { ProjectionLease } from './lease.ts'
import type { FillBuild } from './open-build.ts'
import type { ReadModelPosition } from './progress.ts'
import { ProjectionWorker } from './projection-worker.ts'
import { retryUntilStopped, type RunnerParts } from './retries.ts'
import { SharedReader } from './shared-reader.ts'

export type ProjectionRunnerOptions = RunnerParts & {
  /** Limits the documents of unfinished builds; see `BuildContext`. */
  bufferBudget: BufferBudget | undefined
  /** Aborted to end reading. */
  stopped: AbortSignal
  /** Called whenever a worker was added, removed, moved, was activated or parked. */
  onProgress(): void
  /** Called when a projection starts and stops running here. */
  onRunningChanged(readModel: ReadModelKey, isRunning: boolean): void
}

/** Projections that were added together share one reading of the log. */
type Entry = { registered: RegisteredProjection; reader: SharedReader }

/** Runs projections, each by a worker of its own, once they are started. Without a running one it does not read the log. */
export class ProjectionRunner {
  readonly #options: ProjectionRunnerOptions
  readonly #entries = new Map<string, Entry>()
  readonly #workers = new Map<string, ProjectionWorker>()
  readonly #batcher: UpdateBatcher
  readonly #running = new Set<Promise<unknown>>()

  constructor(options: ProjectionRunnerOptions) {
    const { scheduler, retryPolicy, stopped } = options
    this.#options = options
    this.#batcher = batchUpdates({
      scheduler,
      onFailure: (error) => retryPolicy.report({ error, isParked: false }),
    })
    stopped.addEventListener('abort', () => {
      for (const worker of this.#workers.values()) worker.interrupt()
      for (const { reader } of this.#entries.values()) reader.stop()
    })
  }

  /** Adds projections that can be started. Throws for one that was added already. */
  add(projections: readonly RegisteredProjection[]): ReadModelKey[] {
    if (projections.length === 0) return []
    const known = projections.find(({ projection }) => this.#entries.has(projection.name))
    if (known) throw new Error(`The projection ${known.projection.name} is registered already.`)
    const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
    const reader = new SharedReader({ ...this.#options, streams, size: projections.length })
    this.#track(reader.run())
    for (const registered of projections)
      this.#entries.set(registered.projection.name, { registered, reader })
    return projections.map(keyOf)
  }

  /** Removes projections after `stop` has stopped them. */
  async remove(
    readModels: readonly ReadModelKey[],
    stop: (added: readonly ReadModelKey[]) => Promise<unknown>,
  ): Promise<void> {
    const removed = readModels.flatMap(({ name }) => this.#entries.get(name) ?? [])
    for (const { registered } of removed) this.#entries.delete(registered.projection.name)
    await stop(removed.map(({ registered }) => keyOf(registered)))
    const used = new Set([...this.#entries.values()].map(({ reader }) => reader))
    for (const { reader } of removed) if (!used.has(reader)) reader.stop()
  }

  find({ name }: ReadModelKey): RegisteredProjection | undefined {
    return this.#entries.get(name)?.registered
  }

  readModels(): readonly ReadModelKey[] {
    return [...this.#entries.values()].map(({ registered }) => keyOf(registered))
  }

  /** How far a read model is; `undefined` while it does not run here. */
  progressOf({ name }: ReadModelKey): Omit<ReadModelPosition, 'readModel'> | undefined {
    return this.#workers.get(name)?.progress()
  }

  /** Starts a projection, in place of a stopped worker of it. */
  start({ name }: ReadModelKey, lease?: ProjectionLease): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.#prune()
    const worker = new ProjectionWorker({
      ...this.#options,
      ...entry,
      lease,
      batcher: this.#batcher,
      // The others do not notice by themselves that this one has found that the log was put back.
      onOutdated: () => void retryUntilStopped(this.#options.retryPolicy, () => this.checkLiveBuilds()),
    })
    this.#workers.set(name, worker)
    this.#options.onRunningChanged(keyOf(worker), true)
    this.#track(worker.run().finally(() => this.#prune()))
    this.#options.onProgress()
  }

  /** Whether all workers have applied what was in the log when they were opened, or are parked. */
  isReady(): boolean {
    return [...this.#workers.values()].every((worker) => worker.isReady())
  }

  /** Stops a worker after its current step and after its waiting updates were sent. */
  async stopGracefully({ name }: ReadModelKey): Promise<void> {
    await this.#workers.get(name)?.stop()
    this.#prune()
  }

  /** Stops a worker at once: it writes nothing more. */
  stopImmediately({ name }: ReadModelKey): void {
    this.#workers.get(name)?.end()
    this.#prune()
  }

  /** Ends what is under way, and stops all workers. To be called after `stopped` was aborted. */
  async stopAll(): Promise<void> {
    await Promise.all(this.#running)
    await Promise.all([...this.#workers.values()].map(({ projection }) => this.stopGracefully(projection)))
    this.#batcher.stop()
  }

  /** See `RunningProjections`. */
  async rebuild(name: string, fill?: FillBuild): Promise<boolean> {
    const worker = this.#workers.get(name)
    if (!worker?.isLive) return false
    const rebuilding = worker.rebuild(fill)
    this.#track(rebuilding.catch(() => false))
    return rebuilding
  }

  /**
   * Lets workers start anew that cannot go on with their live build: the store restarted from an older state and lost steps or
   * the build, or the build is of an older epoch. Otherwise it would only be noticed with the next event, or never.
   */
  async checkLiveBuilds(): Promise<void> {
    const checked = [...this.#workers.values()].map(async (worker) => {
      if (!worker.isLive) return
      const { position } = worker
      const live = await this.#options.store.liveBuild(worker.projection)
      if (live === undefined || live.checkpoint < position || live.outdatedSince !== undefined)
        worker.startAnew()
    })
    await Promise.all(checked)
  }

  #track(running: Promise<unknown>): void {
    const done = running.finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  /** Removes stopped workers. */
  #prune(): void {
    const stopped = [...this.#workers].filter(([, worker]) => worker.isStopped())
    for (const [name, worker] of stopped) {
      // Its lease may have expired without a call of `end`.
      worker.end()
      this.#workers.delete(name)
      this.#options.onRunningChanged(keyOf(worker), false)
    }
    if (stopped.length > 0) this.#options.onProgress()
  }
}

const keyOf = ({
  projection: { name, version },
}: Pick<RegisteredProjection, 'projection'>): ReadModelKey => ({
  name,
  version,
})
