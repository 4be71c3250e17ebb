// Runs projections, each by its own worker, once they are started. Without a running one it does not read the log.

import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { keyOf, keysOf, type RegisteredProjection } from '../registered-projection.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { ProjectionLease } from './lease.ts'
import type { FillBuild } from './open-build.ts'
import { Progress } from './progress.ts'
import { ProjectionWorker } from './projection-worker.ts'
import { rebuildBeside } from './rebuild-beside.ts'
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

/** Projections that were added together share one reading of the log. */
type Entry = { registered: RegisteredProjection; reader: SharedReader }

const stopWithinMs = 3_000

export class ProjectionRunner {
  readonly parts: RunnerParts & { monotonic: Clock }
  /** Knows the read models that run here. */
  readonly progress: Progress
  readonly #options: StartProjectionsOptions
  readonly #bufferBudget: BufferBudget
  readonly #stopped = new AbortController()
  readonly #ready = Promise.withResolvers<void>()
  /** Whether `ready` may have to be resolved at the next progress. */
  #isStarting = false
  readonly #entries = new Map<string, Entry>()
  readonly #workers = new Map<string, ProjectionWorker>()
  readonly #rebuilds = new Map<ProjectionWorker, Promise<boolean>>()
  readonly #running = new Set<Promise<unknown>>()

  constructor(options: StartProjectionsOptions) {
    const { log, store, awaited, maxBufferedDocuments: maxDocuments = Infinity } = options
    const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
    const retryPolicy = new RetryPolicy(this.#stopped.signal, scheduler, options)
    this.#options = options
    this.parts = { log, store, batch, retryPolicy, scheduler, monotonic }
    this.progress = new Progress({ scheduler, monotonic, awaited })
    this.#bufferBudget = { maxDocuments, buffers: new Set() }
  }

  /** See `RunningProjections`. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** To be called when all initial projections were started. */
  started(): void {
    this.#isStarting = true
    this.#progressed()
  }

  /** Adds projections that can be started. Throws for a projection that was added already. */
  add(projections: readonly RegisteredProjection[]): ReadModelKey[] {
    if (projections.length === 0) return []
    const known = projections.find(({ projection }) => this.#entries.has(projection.name))
    if (known) throw new Error(`The projection ${known.projection.name} is registered already.`)
    const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
    const track = (reading: Promise<void>) => this.#track(reading)
    const reader = new SharedReader({ ...this.parts, streams, size: projections.length, track })
    for (const registered of projections)
      this.#entries.set(registered.projection.name, { registered, reader })
    return keysOf(projections)
  }

  /** Removes projections after `stop` has stopped each of them. */
  async remove(
    readModels: readonly ReadModelKey[],
    stop: (readModel: ReadModelKey) => Promise<void>,
  ): Promise<void> {
    const removed = readModels.flatMap(({ name }) => this.#entries.get(name) ?? [])
    for (const { registered } of removed) this.#entries.delete(registered.projection.name)
    await Promise.all(removed.map(({ registered }) => stop(keyOf(registered.projection))))
  }

  find({ name }: ReadModelKey): RegisteredProjection | undefined {
    return this.#entries.get(name)?.registered
  }

  readModels(): readonly ReadModelKey[] {
    return [...this.#entries.values()].map(({ registered }) => keyOf(registered.projection))
  }

  /** Starts a projection, in place of a stopped worker of it. */
  start({ name }: ReadModelKey, lease?: ProjectionLease): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    this.#prune()
    const readModel = keyOf(entry.registered.projection)
    const moved = () => {
      if (this.#workers.get(name) === worker) this.progress.set({ readModel, ...worker.progress() })
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
    })
    this.#workers.set(name, worker)
    this.#options.onAssignmentChanged?.(readModel, true)
    this.#track(worker.run().finally(() => this.#prune()))
    moved()
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

  /** Ends every wait, and stops all workers after their current steps; returns after three seconds at the latest. */
  async stop(handedOver: Promise<void> | undefined): Promise<void> {
    this.#stopped.abort()
    const stopping = async () => {
      await handedOver
      await Promise.all(this.#running)
      await Promise.all([...this.#workers.values()].map(({ projection }) => this.stopGracefully(projection)))
    }
    await waitAtMost(stopWithinMs, this.parts.scheduler, stopping())
  }

  /** See `RunningProjections`. */
  async rebuild(name: string, fill?: FillBuild): Promise<boolean> {
    const worker = this.#workers.get(name)
    if (!worker?.isLive) return false
    let rebuilding = this.#rebuilds.get(worker)
    if (!rebuilding) {
      rebuilding = rebuildBeside(worker, fill).finally(() => this.#rebuilds.delete(worker))
      this.#rebuilds.set(worker, rebuilding)
      this.#track(rebuilding.catch(() => false))
    }
    return rebuilding
  }

  /**
   * Lets workers start anew that cannot continue with their live build: the store restarted from an older state and lost steps or
   * the build, or the build is of an older epoch. Otherwise it would only be noticed with the next event, or never.
   */
  async checkLiveBuilds(): Promise<void> {
    const checked = [...this.#workers.values()].map(async (worker) => {
      if (!worker.isLive) return
      const { position } = worker
      const live = await this.parts.store.liveBuild(worker.projection)
      if (live === undefined || live.checkpoint < position || live.outdatedSince !== undefined)
        worker.startAnew()
    })
    await Promise.all(checked)
  }

  #track(running: Promise<unknown>): void {
    const done = running.finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  #progressed(): void {
    if (this.#isStarting && [...this.#workers.values()].every((worker) => worker.isReady())) {
      this.#isStarting = false
      this.#ready.resolve()
    }
    this.#options.onProgress?.()
  }

  /** Removes stopped workers. */
  #prune(): void {
    for (const [name, worker] of this.#workers) {
      if (!worker.isStopped()) continue
      // Its lease may have expired without a call of `end`.
      worker.end()
      this.#workers.delete(name)
      this.progress.delete(name)
      this.#options.onAssignmentChanged?.(keyOf(worker.projection), false)
      this.#progressed()
    }
  }
}
