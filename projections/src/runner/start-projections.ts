// Runs projections over the log in this process: the projections that were added, and the worker of each that runs here
// (`projection-worker.ts`). Alone, or as one of several processes that compete for the lead. Without a running projection it does not read
// the log.

import { createHash, randomUUID } from 'node:crypto'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { ReadModelKey, Lease } from '@thirty/infra/read-models/read-models.ts'
import { pause, systemScheduler, waitAtMost } from '@thirty/infra/scheduler.ts'
import { keyOf, type RegisteredProjection } from '../registered-projection.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { FillBuild } from './build.ts'
import type { ReadModelPosition } from './progress.ts'
import { ProjectionWorker, type WorkerOptions } from './projection-worker.ts'
import { createRetryPolicy, type FailureListeners, type RunnerParts } from './retries.ts'
import { SharedReader } from './shared-reader.ts'

/**
 * The options for a store that processes share, such as Redis: it blocks all its users during a step. A document needs about 1.4
 * kilobytes in memory, so a rebuild needs up to 280 MB more than the product otherwise (`build-buffer.ts`).
 */
export const sharedStoreOptions = { batch: 250, maxBufferedDocuments: 200_000 }

export type StartProjectionsOptions = FailureListeners &
  Pick<RunnerParts, 'log' | 'store'> &
  Partial<Pick<RunnerParts, 'batch' | 'scheduler'>> & {
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
type AddedProjection = Pick<WorkerOptions, 'registered' | 'reader'>

/** The projections that run in this process. */
export type RunningProjections = Pick<
  ProjectionRunner,
  'ready' | 'positions' | 'rebuild' | 'add' | 'remove' | 'stop'
>

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export const startProjections = (options: StartProjectionsOptions): RunningProjections =>
  new ProjectionRunner(options)

/** Returns the name of a release by what it can build. */
export const releaseOf = (readModels: readonly ReadModelKey[]): string => {
  const names = readModels.map(({ name, version }) => `${name} v${version}`)
  return `leader-${createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16)}`
}

const stopWithinMs = 3_000

class ProjectionRunner {
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
  readonly #leadership: ReturnType<typeof leadership> | undefined
  readonly #leading: Promise<void> | undefined

  constructor(options: StartProjectionsOptions) {
    const { log, store, shared, maxBufferedDocuments: maxDocuments = Infinity } = options
    const { scheduler = systemScheduler, batch = 2_000 } = options
    const retryPolicy = createRetryPolicy(this.#stopped.signal, scheduler, options)
    this.#options = options
    this.parts = { log, store, batch, retryPolicy, scheduler }
    this.#bufferBudget = { maxDocuments, buffers: new Set() }
    this.#leadership = shared && leadership(this, shared)
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

/** How long a lease lasts. */
const leaseDurationMs = 3_000
/** How often a lease is renewed, or requested while another process holds it. */
const renewIntervalMs = 1_000
/** The lease expires here this much earlier than in the store, because clocks drift. */
const clockSkewMs = 300

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepReplacedMs = 600_000

/**
 * Competes for the lead of the projections, and decides what the runner starts: `run` until it is stopped, `runSoon` when there may be more
 * to start. The leader renews a lease for each read model that it runs, whose fence is in each commit. Of the processes with the name
 * `release`, one leads: it runs every read model that no other process runs; in an upgrade, the leader of each release does. When missing,
 * this process takes its read models over from their leader.
 */
function leadership(
  runner: ProjectionRunner,
  { owner = randomUUID(), release }: NonNullable<StartProjectionsOptions['shared']>,
) {
  const { added, workers } = runner
  const { retryPolicy, scheduler, store } = runner.parts
  const { monotonic } = scheduler
  /** When what the projection of a worker replaced may be dropped next. */
  const dropsAt = new WeakMap<object, number>()
  /** Aborted when the next round must not wait. */
  let soon = new AbortController()
  let lead: Lease | undefined
  let isUnavailable = false

  const run = async (): Promise<void> => {
    while (!retryPolicy.stopped.aborted) {
      const since = monotonic()
      soon = new AbortController()
      await round().then(
        () => (isUnavailable = false),
        (error: unknown) => {
          // Reported once, not every second of an outage.
          if (!isUnavailable) retryPolicy.report({ error, isParked: false })
          isUnavailable = true
        },
      )
      for (const worker of workers.values())
        if (worker.isStopped() && !worker.isStopRequested) runner.end(worker)
      const restMs = Math.max(since + renewIntervalMs - monotonic(), 0)
      await pause(scheduler, restMs, AbortSignal.any([soon.signal, retryPolicy.stopped]))
    }
    // The next leader need not wait for the slowest read model: each worker releases its lease.
    if (lead) await orReport(store.releaseLease(lead))
  }

  const round = async (): Promise<void> => {
    const leading = acquireLead()
    // What is led is renewed beside the lead, not after it: slow answers in a row would cost all leases at once. Fences keep two
    // leaders apart.
    const acquiring = [...added].map(async ([name, one]) => {
      const worker = workers.get(name)
      // Another worker of a projection that was removed and added again would share its lease.
      if (worker?.isStopRequested) return
      if (worker || (await leading)) await acquireOrRenew(one, worker)
    })
    const [isLeader, ...others] = await Promise.allSettled([leading, runner.checkLiveBuilds(), ...acquiring])
    // Also when the lease of one read model failed.
    if (isLeader.status === 'fulfilled' && !isLeader.value)
      for (const worker of workers.values()) if (!worker.isStopped()) void worker.stop()
    for (const result of [isLeader, ...others]) if (result.status === 'rejected') throw result.reason
    for (const worker of workers.values()) void orReport(dropReplaced(worker))
  }

  const acquireLead = async (): Promise<boolean> => {
    if (release === undefined) return true
    lead = await store.acquireLease({ name: release, version: 0 }, owner, leaseDurationMs)
    return lead !== undefined
  }

  const acquireOrRenew = async (one: AddedProjection, worker?: ProjectionWorker): Promise<void> => {
    const readModel = keyOf(one.registered.projection)
    const validUntil = monotonic() + leaseDurationMs - clockSkewMs
    const takesOver = release === undefined && !worker
    const stored = await store.acquireLease(readModel, owner, leaseDurationMs, takesOver)
    if (worker?.renew(stored, validUntil)) return
    if (worker) runner.end(worker)
    if (!stored) return
    // It may have been removed before it was led.
    if (added.get(readModel.name) !== one) return store.releaseLease(stored)
    runner.start(one, { stored, validUntil })
  }

  /** Drops older versions of a read model, and read models that it replaced, when it has been led for ten minutes and is live. */
  const dropReplaced = async (worker: ProjectionWorker): Promise<void> => {
    const dueAt = dropsAt.get(worker) ?? monotonic() + keepReplacedMs
    const isDue = monotonic() >= dueAt
    dropsAt.set(worker, isDue ? monotonic() + keepReplacedMs : dueAt)
    const { name, version } = worker.readModel
    if (!isDue || !(await store.liveBuild({ name, version }))) return
    // A lease refuses other processes only.
    const replaced = (added.get(name)?.registered.replaced?.() ?? []).filter((key) => !workers.has(key.name))
    for (const one of [{ name, version: version - 1 }, ...replaced])
      for (let each = one.version; each > 0; each--) await dropUnlessBuilt({ name: one.name, version: each })
  }

  /** Drops a read model unless another process still builds it: the lease of that process prevents the drop. */
  const dropUnlessBuilt = async (readModel: ReadModelKey): Promise<void> => {
    if (!(await store.liveBuild(readModel))) return
    const lease = await store.acquireLease(readModel, owner, leaseDurationMs)
    if (!lease) return
    await store.drop(readModel)
    await store.releaseLease(lease)
  }

  const orReport = (done: Promise<unknown>): Promise<unknown> =>
    done.catch((error: unknown) => retryPolicy.report({ error, isParked: false }))

  return { run, runSoon: () => soon.abort() }
}
