// The projections of a process, and the worker of each that runs in it (`projection-worker.ts`). `start-projections.ts` creates the runner
// and decides what it starts if several processes compete. Without a running projection it does not read the log.

import { monotonicClock } from '@thirty/infra/clock.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, waitAtMost } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { FillBuild } from './build.ts'
import type { ReadModelPosition } from './progress.ts'
import { ProjectionWorker, type WorkerOptions } from './projection-worker.ts'
import { RetryPolicy, type FailureListeners, type RunnerParts } from './retries.ts'
import { SharedReader } from './shared-reader.ts'

export type StartProjectionsOptions = FailureListeners &
  Pick<RunnerParts, 'log' | 'store'> &
  Partial<Pick<RunnerParts, 'batch' | 'scheduler' | 'monotonic'>> & {
    projections: readonly RegisteredProjection[]
    /** Returns whether a room has listeners for live updates; when missing, every room is assumed to have some. */
    hasListeners?: HasListeners
    /**
     * How this process shares the store with others; when missing, it alone builds all read models, without leases. `owner`: its unique name
     * among them, generated when missing. `release`: see `releaseOf`. One process of each release leads: it builds all read models, under
     * leases. Without a release, this process takes its read models from their leader, which gets them back when this process stops.
     */
    shared?: { owner?: string; release?: string }
    /** Called when this process starts and stops building a read model. */
    onAssignmentChanged?(readModel: ReadModelKey, isAssigned: boolean): void
    /**
     * Most documents of unfinished builds that this process keeps in memory. They are stored when a build is complete or
     * the limit is exceeded. No limit when missing, which suits a store in memory.
     */
    maxBufferedDocuments?: number
  }

/** An added projection. Projections of one `add` share a reader of the log. */
export type AddedProjection = Pick<WorkerOptions, 'registered' | 'reader'>

/** Decides what a runner starts: `run` until it is stopped. `runSoon` is to be called when there may be more to start. */
export type Leadership = { run(): Promise<void>; runSoon(): void }

const stopWithinMs = 3_000

export class ProjectionRunner {
  readonly parts: RunnerParts
  /**
   * Resolves when every read model that this process began to build when it was created is live, and has reached the head that the log had
   * then or was parked. At once if it has to acquire leases first.
   */
  readonly ready: Promise<void>
  /** The projections that were added, by name. */
  readonly added = new Map<string, AddedProjection>()
  /** The workers that have not ended, by the name of the projection. A removed projection has one until its last step is done. */
  readonly workers = new Map<string, ProjectionWorker>()
  readonly #options: StartProjectionsOptions
  readonly #bufferBudget: BufferBudget
  readonly #stopped = new AbortController()
  /** Workers, also workers that have ended except for a rebuild. */
  readonly #running = new Set<Promise<void>>()
  /** Missing if each projection is started as soon as it is added and no other worker of its name runs. */
  readonly #leadership: Leadership | undefined
  readonly #leading: Promise<void> | undefined

  constructor(options: StartProjectionsOptions, leadership?: (runner: ProjectionRunner) => Leadership) {
    const { log, store, maxBufferedDocuments: maxDocuments = Infinity } = options
    const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
    const retryPolicy = new RetryPolicy(this.#stopped.signal, scheduler, options)
    this.#options = options
    this.parts = { log, store, batch, retryPolicy, scheduler, monotonic }
    this.#bufferBudget = { maxDocuments, buffers: new Set() }
    this.#leadership = leadership?.(this)
    this.add(options.projections)
    this.#leading = this.#leadership?.run()
    this.ready = Promise.all([...this.workers.values()].map(({ ready }) => ready)).then(() => undefined)
  }

  readonly positions = (): readonly ReadModelPosition[] =>
    [...this.workers.values()].map((worker) => worker.progress())

  /**
   * Rebuilds a read model from the first event while the live build stays up to date, and switches over in one step.
   * Resolves to false if the projection does not run here or meets a poison event; queries then continue to read the
   * previous build. A call during a rebuild returns the result of that rebuild. Rejects if the store cannot begin a build.
   * `fill`: begins with a snapshot instead, if there is one.
   */
  readonly rebuild = async (name: string, fill?: FillBuild): Promise<boolean> =>
    this.workers.get(name)?.rebuild(fill) ?? false

  /** Runs further projections beside the others. They share one reading of the log, from the position of the most advanced one. */
  readonly add = (projections: readonly RegisteredProjection[]): void => {
    const reader = new SharedReader(this.parts, projections)
    for (const registered of projections) this.added.set(registered.projection.name, { registered, reader })
    this.#assign()
  }

  /** Stops projections after their current step, and releases their leases. Their read models stay in the store. */
  readonly remove = async (readModels: readonly ReadModelKey[]): Promise<void> => {
    const stopped = readModels.map(async ({ name }) => {
      this.added.delete(name)
      await this.workers.get(name)?.stop()
    })
    await Promise.all(stopped)
  }

  /** Starts a projection, of whose name no worker runs. */
  start(added: AddedProjection, lease?: WorkerOptions['lease']): void {
    const worker: ProjectionWorker = new ProjectionWorker({
      ...this.parts,
      ...added,
      lease,
      bufferBudget: this.#bufferBudget,
      hasListeners: this.#options.hasListeners,
      // The others do not notice by themselves that this one has found that the log was put back. A leader looks again every second.
      onOutdated: () => void this.checkLiveBuilds().catch(() => undefined),
      onEnded: () => this.end(worker),
    })
    this.workers.set(worker.readModel.name, worker)
    this.#options.onAssignmentChanged?.(worker.readModel, true)
    const running = worker.run().finally(() => this.#running.delete(running))
    this.#running.add(running)
  }

  /** Ends a worker at once, also one that waits for the store: it writes nothing more. */
  end(worker: ProjectionWorker): void {
    const { readModel } = worker
    if (this.workers.get(readModel.name) !== worker) return
    if (!worker.isStopRequested) {
      const error = new Error('Its lease was lost or not renewed in time: the projection was stopped here.')
      this.parts.retryPolicy.report({ projection: readModel.name, error, isParked: false })
    }
    worker.end()
    this.workers.delete(readModel.name)
    this.#options.onAssignmentChanged?.(readModel, false)
    this.#assign()
  }

  /** Finishes the current step, and releases leases, log and timers. Takes at most 3 seconds. */
  readonly stop = async (): Promise<void> => {
    this.#stopped.abort()
    // The last round of the lead may still start a worker, which releases its lease.
    const ended = Promise.resolve(this.#leading).then(() => Promise.all(this.#running))
    await waitAtMost(stopWithinMs, this.parts.scheduler, ended)
  }

  /** Lets workers start anew that cannot continue with their live build. */
  async checkLiveBuilds(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.checkLiveBuild()))
  }

  #assign(): void {
    if (this.#leadership) return this.#leadership.runSoon()
    if (this.#stopped.signal.aborted) return
    for (const [name, added] of this.added) if (!this.workers.has(name)) this.start(added)
  }
}
