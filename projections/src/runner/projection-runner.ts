// Runs projections, each by its own worker, once they are started. Without a running one it does not read the log.

import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { keyOf, type RegisteredProjection } from '../registered-projection.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { FillBuild } from './build.ts'
import { Progress, type ProjectionProgress, type ReadModelPosition } from './progress.ts'
import { ProjectionWorker, type WorkerOptions } from './projection-worker.ts'
import { RetryPolicy, waitAtMost, type FailureListeners, type RunnerParts } from './retries.ts'
import { SharedReader } from './shared-reader.ts'

export type StartProjectionsOptions = FailureListeners & {
  log: EventLog
  store: ReadModelStore
  projections: readonly RegisteredProjection[]
  /** The read models that callers of `waitForPosition` wait for; all when missing. */
  awaited?: () => readonly ReadModelKey[]
  /** Returns whether a room has listeners for live updates; when missing, every room is assumed to have some. */
  hasListeners?: HasListeners
  /** Called whenever a projection was added or removed, moved, went live or was parked. */
  onProgress?(): void
  /**
   * `all`: this process alone builds all read models of the store, without leases. `lead`: this process shares the store with other
   * processes. One of them at a time leads and builds all read models, under leases. `take-over`: this process takes its read models from
   * their leader, which gets them back when this process stops. `all` when missing.
   */
  assignment?: 'all' | 'lead' | 'take-over'
  /**
   * Name of the set of read models that processes of the same release build; derived from the projections when missing. Each release has
   * its own leader.
   */
  release?: string
  /** Unique name of this process among the processes that share the store. Generated when missing. */
  owner?: string
  /** Called when this process starts and stops building a read model. */
  onAssignmentChanged?(readModel: ReadModelKey, isAssigned: boolean): void
  scheduler?: Scheduler
  /** Measures leases, and how long a read model has not moved; must not be adjustable. */
  monotonic?: Clock
  /** Most events in a step; 2,000 when missing. A store that blocks all its users during a step needs fewer. */
  batch?: number
  /**
   * Most documents of unfinished builds that this process keeps in memory. They are stored when a build is complete or
   * the limit is exceeded. No limit when missing, which suits a store in memory.
   */
  maxBufferedDocuments?: number
}

/** An added projection, and its worker while it runs here. Projections of one `add` share a reader of the log. */
export type Entry = {
  readonly registered: RegisteredProjection
  readonly reader: SharedReader
  worker?: ProjectionWorker | undefined
}

const stopWithinMs = 3_000

export class ProjectionRunner implements ProjectionProgress {
  readonly parts: RunnerParts
  /**
   * Resolves when every read model that this process began to lead at the start is live, and has reached the head that the log had then
   * or was parked.
   */
  readonly ready: Promise<void>
  /** The projections that were added, by name. */
  readonly entries = new Map<string, Entry>()
  readonly #options: StartProjectionsOptions
  readonly #bufferBudget: BufferBudget
  readonly #stopped = new AbortController()
  /** Knows the read models that run here. */
  readonly #progress: Progress
  readonly #becameReady = Promise.withResolvers<void>()
  /** Whether `ready` may have to be resolved at the next progress. */
  #isStarting = false
  /** Removed projections whose workers have not ended yet. */
  readonly #removed = new Set<Entry>()
  /** Workers and readings of the log. */
  readonly #running = new Set<Promise<void>>()
  /** Starts projections when it may; missing if they start as soon as they are added. */
  readonly #leadership: { run(): Promise<void>; runSoon(): void } | undefined
  readonly #leading: Promise<void> | undefined

  constructor(
    options: StartProjectionsOptions,
    leadership?: (runner: ProjectionRunner) => { run(): Promise<void>; runSoon(): void },
  ) {
    const { log, store, awaited, maxBufferedDocuments: maxDocuments = Infinity } = options
    const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
    const retryPolicy = new RetryPolicy(this.#stopped.signal, scheduler, options)
    this.#options = options
    this.parts = { log, store, batch, retryPolicy, scheduler, monotonic }
    this.#progress = new Progress({ scheduler, monotonic, awaited })
    this.#bufferBudget = { maxDocuments, buffers: new Set() }
    this.ready = this.#becameReady.promise
    this.#leadership = leadership?.(this)
    this.add(options.projections)
    this.#leading = this.#leadership?.run()
    if (!this.#leadership) this.started()
  }

  readonly waitForPosition = (position: bigint, withinMs: number): Promise<boolean> =>
    this.#progress.waitForPosition(position, withinMs)

  readonly positions = (): readonly ReadModelPosition[] => this.#progress.all()

  /**
   * Rebuilds a read model from the first event while the live build stays up to date, and switches over in one step.
   * Resolves to false if the projection does not run here or meets a poison event; queries then continue to read the
   * previous build. A call during a rebuild returns the result of that rebuild. Rejects if the store cannot begin a build.
   * `fill`: begins with a snapshot instead, if there is one.
   */
  readonly rebuild = async (name: string, fill?: FillBuild): Promise<boolean> =>
    this.entries.get(name)?.worker?.rebuild(fill) ?? false

  get workers(): ProjectionWorker[] {
    return [...this.entries.values()].flatMap(({ worker }) => worker ?? [])
  }

  /** To be called when all initial projections were started. */
  started(): void {
    this.#isStarting = true
    this.#progressed()
  }

  /**
   * Runs further projections beside the others. They share one reading of the log among themselves, from the position of the
   * most advanced one. Throws for a projection that was added already.
   */
  readonly add = (projections: readonly RegisteredProjection[]): void => {
    const known = projections.find(({ projection }) => this.entries.has(projection.name))
    if (known) throw new Error(`The projection ${known.projection.name} is registered already.`)
    const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
    const track = (reading: Promise<void>) => this.#track(reading)
    const reader = new SharedReader({ ...this.parts, streams, size: projections.length, track })
    const added = projections.map((registered) => ({ registered, reader }))
    for (const entry of added) this.entries.set(entry.registered.projection.name, entry)
    if (this.#leadership) this.#leadership.runSoon()
    else for (const entry of added) this.start(entry)
  }

  /** Stops projections after their current step, and releases their leases. Their read models stay in the store. */
  readonly remove = async (readModels: readonly ReadModelKey[]): Promise<void> => {
    const removed = readModels.flatMap(({ name }) => this.entries.get(name) ?? [])
    const stopped = removed.map(async (entry) => {
      this.entries.delete(entry.registered.projection.name)
      this.#removed.add(entry)
      await entry.worker?.stop()
      this.#removed.delete(entry)
    })
    await Promise.all(stopped)
  }

  /** Whether a removed projection of this name has not ended yet. Another one would share its lease. */
  isEnding(name: string): boolean {
    return [...this.#removed].some(({ registered }) => registered.projection.name === name)
  }

  /** Starts a projection, which must not run. */
  start(entry: Entry, lease?: WorkerOptions['lease']): void {
    const moved = () => {
      if (entry.worker === worker) this.#progress.set(worker.progress())
      this.#progressed()
    }
    const worker = new ProjectionWorker({
      ...this.parts,
      ...entry,
      lease,
      bufferBudget: this.#bufferBudget,
      hasListeners: this.#options.hasListeners,
      onProgress: moved,
      // The others do not notice by themselves that this one has found that the log was put back.
      onOutdated: () => void this.parts.retryPolicy.untilStopped(() => this.checkLiveBuilds()),
      onEnded: () => {
        if (entry.worker === worker) this.end(entry)
      },
    })
    entry.worker = worker
    this.#options.onAssignmentChanged?.(keyOf(entry.registered.projection), true)
    this.#track(worker.run())
    moved()
  }

  /** Ends a worker at once, also one that waits for the store: it writes nothing more. */
  end(entry: Entry): void {
    const { worker } = entry
    if (worker === undefined) return
    const readModel = keyOf(entry.registered.projection)
    if (!worker.isStopRequested) {
      const error = new Error('Its lease was lost or not renewed in time: the projection was stopped here.')
      this.parts.retryPolicy.report({ projection: readModel.name, error, isParked: false })
    }
    worker.end()
    entry.worker = undefined
    // It may have been removed, and another one of its name added.
    if (this.entries.get(readModel.name)?.worker) return
    this.#progress.delete(readModel.name)
    this.#options.onAssignmentChanged?.(readModel, false)
    this.#progressed()
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
    await Promise.all(this.workers.map((worker) => worker.checkLiveBuild()))
  }

  #track(running: Promise<void>): void {
    const done = running.finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  #progressed(): void {
    if (this.#isStarting && this.workers.every((worker) => worker.isReady())) {
      this.#isStarting = false
      this.#becameReady.resolve()
    }
    this.#options.onProgress?.()
  }
}
