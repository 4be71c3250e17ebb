import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore, UnfinishedBuild } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { ProjectionLease } from './lease.ts'
import { Wakeup } from '../wakeup.ts'
import { assignedReadModels } from './assigned-read-models.ts'

/** How long a lease lasts, and how often it is renewed, or requested while another process holds it. */
export const leaseDurationMs = 3_000
const renewIntervalMs = 1_000
/** The lease expires here by so much earlier than in the store, because clocks drift. */
const clockSkewMs = 300

export type LeaseCoordinatorOptions = {
  store: Pick<ReadModelStore, 'announceWorker' | 'acquireLease' | 'liveBuild' | 'releaseLease'>
  owner: string
  /** The read models that this process can build now. */
  readModels(): readonly ReadModelKey[]
  /** How far this process is with a build that readers do not see yet; `undefined` without one. */
  unfinishedBuild(readModel: ReadModelKey): UnfinishedBuild | undefined
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Measures leases; must not be adjustable. */
  monotonic: Clock
  /** Starts workers for read models that were leased. */
  startWorkers(assigned: readonly AssignedReadModel[]): void
  /** Position of a live read model that runs here; `undefined` otherwise. */
  positionOf(readModel: ReadModelKey): bigint | undefined
  /** Stops a worker after its current step. */
  stopGracefully(readModel: ReadModelKey): Promise<void>
  /** Stops a worker at once: another process may already run the projection. */
  stopImmediately(readModel: ReadModelKey): void
}

/** A read model that this process builds, and its lease; no lease where no other process shares the store. */
export type AssignedReadModel = { readModel: ReadModelKey; lease?: ProjectionLease }

/** The state of one read model in this process. */
type Assignment = { readModel: ReadModelKey; lease?: ProjectionLease; isRunning: boolean; isLeaving: boolean }

/** Keeps leases for the read models that are assigned to this process, and hands the others over. */
export class LeaseCoordinator {
  readonly #options: LeaseCoordinatorOptions
  #assignments: readonly Assignment[] = []
  readonly #wakeup = new Wakeup()
  readonly #inFlight = new Set<Promise<void>>()
  #isUnavailable = false
  /** Whether the next round must not wait. */
  #isRoundWanted = false
  readonly #setStarted: () => void
  /** Resolves when everything runs that was assigned to this process in the first round. */
  readonly started: Promise<void>

  constructor(options: LeaseCoordinatorOptions) {
    this.#options = options
    const { promise, resolve } = Promise.withResolvers<void>()
    this.started = promise
    this.#setStarted = resolve
  }

  /** Renews leases until the runner is stopped, and then hands everything over. */
  async run(): Promise<void> {
    const { retryPolicy, monotonic } = this.#options
    while (!retryPolicy.isStopped()) {
      const since = monotonic()
      this.#isRoundWanted = false
      await this.#tryRound()
      if (!this.#isRoundWanted) await this.#pause(Math.max(since + renewIntervalMs - monotonic(), 0))
    }
    await this.#leave()
  }

  /** Begins the next round at once. To be called when this process can build more read models. */
  runSoon(): void {
    this.#isRoundWanted = true
    this.#wakeup.notify()
  }

  /** Stops read models that this process builds no more, and releases their leases. */
  async handOverAll(readModels: readonly ReadModelKey[]): Promise<void> {
    const isRemoved = ({ readModel }: Assignment) => readModels.some((other) => isSameKey(other, readModel))
    const removed = this.#assignments.filter(isRemoved)
    this.#assignments = this.#assignments.filter((assignment) => !isRemoved(assignment))
    await Promise.all(
      removed.flatMap((assignment) =>
        assignment.lease && !assignment.isLeaving ? [this.#handOver(assignment, assignment.lease)] : [],
      ),
    )
  }

  async #pause(milliseconds: number): Promise<void> {
    const { retryPolicy, scheduler } = this.#options
    await Promise.race([retryPolicy.pause(milliseconds), this.#wakeup.waitAtMost(milliseconds, scheduler)])
  }

  #addNewAssignments(): void {
    const isKnown = (readModel: ReadModelKey) =>
      this.#assignments.some((assignment) => isSameKey(assignment.readModel, readModel))
    const added = this.#options.readModels().filter((readModel) => !isKnown(readModel))
    this.#assignments = [
      ...this.#assignments,
      ...added.map((readModel) => ({ readModel, isRunning: false, isLeaving: false })),
    ]
  }

  async #tryRound(): Promise<void> {
    try {
      await this.#round()
      this.#isUnavailable = false
    } catch (error) {
      // Reported once, not every second of an outage.
      if (!this.#isUnavailable) this.#options.retryPolicy.report({ error, isParked: false })
      this.#isUnavailable = true
    }
    for (const assignment of this.#assignments)
      if (!assignment.isLeaving && assignment.lease?.isExpired()) this.#lose(assignment)
  }

  async #round(): Promise<void> {
    const { store, owner } = this.#options
    this.#addNewAssignments()
    const readModels = this.#options.readModels().map((readModel) => {
      const unfinished = this.#options.unfinishedBuild(readModel)
      return { ...readModel, ...(unfinished && { unfinished }) }
    })
    const workers = await store.announceWorker({ owner, readModels }, leaseDurationMs)
    const assigned = assignedReadModels(owner, workers)
    const isOurs = (readModel: ReadModelKey) => assigned.some((other) => isSameKey(other, readModel))
    const results = await Promise.allSettled(
      this.#assignments.map((assignment) => this.#acquireOrRenew(assignment, isOurs(assignment.readModel))),
    )
    const added = this.#assignments.filter(
      (assignment) => assignment.lease && !assignment.isRunning && !assignment.isLeaving,
    )
    // Also when the lease of another read model failed.
    this.#start(added)
    for (const result of results) if (result.status === 'rejected') throw result.reason
    this.#setStarted()
  }

  /** Acquires or renews the lease of a read model that is assigned to this process, and releases any other lease. */
  async #acquireOrRenew(assignment: Assignment, isOurs: boolean): Promise<void> {
    const { store, owner, monotonic } = this.#options
    if (assignment.isLeaving || (!assignment.lease && !isOurs)) return
    const validUntil = monotonic() + leaseDurationMs - clockSkewMs
    const lease = await store.acquireLease(assignment.readModel, owner, leaseDurationMs)
    if (assignment.lease && assignment.lease.storeLease.fence !== lease?.fence) this.#lose(assignment)
    if (!lease) return
    if (assignment.lease?.isExpired()) this.#drop(assignment)
    if (assignment.lease) assignment.lease.renew(validUntil)
    else assignment.lease = new ProjectionLease(lease, validUntil, monotonic)
    if (!isOurs) this.#track(this.#handOver(assignment, assignment.lease))
    else if (await this.#mustStartAnew(assignment)) this.#lose(assignment)
  }

  /**
   * Whether the worker cannot go on with its live build: the store restarted from an older state and lost steps or the
   * build, but not the lease; or the build is of an older epoch. Without this check it would only be noticed with the next
   * event, or never. The worker is then started again.
   */
  async #mustStartAnew({ readModel }: Assignment): Promise<boolean> {
    const position = this.#options.positionOf(readModel)
    if (position === undefined) return false
    const live = await this.#options.store.liveBuild(readModel)
    return live === undefined || live.checkpoint < position || live.outdatedSince !== undefined
  }

  #start(assignments: readonly Assignment[]): void {
    if (assignments.length === 0) return
    for (const assignment of assignments) assignment.isRunning = true
    this.#options.startWorkers(
      assignments.flatMap(({ readModel, lease }) => (lease ? [{ readModel, lease }] : [])),
    )
  }

  /** Finishes the current step and releases the lease, so that the next process can start at once. */
  async #handOver(assignment: Assignment, lease: ProjectionLease): Promise<void> {
    assignment.isLeaving = true
    try {
      if (assignment.isRunning) await this.#options.stopGracefully(assignment.readModel)
      lease.end()
      await this.#options.store.releaseLease(lease.storeLease)
    } catch (error) {
      this.#options.retryPolicy.report({ projection: assignment.readModel.name, error, isParked: false })
    }
    assignment.isLeaving = false
    if (assignment.lease === lease) this.#drop(assignment)
  }

  #lose(assignment: Assignment): void {
    const error = new Error(
      'Its lease was lost or not renewed in time, or its build is no longer in the store or out of date: the projection was stopped here.',
    )
    this.#options.retryPolicy.report({ projection: assignment.readModel.name, error, isParked: false })
    this.#drop(assignment)
  }

  #drop(assignment: Assignment): void {
    assignment.lease?.end()
    delete assignment.lease
    assignment.isRunning = false
    this.#options.stopImmediately(assignment.readModel)
  }

  async #leave(): Promise<void> {
    const { store, owner, readModels, retryPolicy } = this.#options
    await Promise.all(this.#inFlight)
    await Promise.all(
      this.#assignments.flatMap((assignment) =>
        assignment.lease ? [this.#handOver(assignment, assignment.lease)] : [],
      ),
    )
    await store
      .announceWorker({ owner, readModels: readModels() }, 0)
      .catch((error: unknown) => retryPolicy.report({ error, isParked: false }))
  }

  #track(operation: Promise<void>): void {
    const done = operation.finally(() => this.#inFlight.delete(done))
    this.#inFlight.add(done)
  }
}

const isSameKey = (left: ReadModelKey, right: ReadModelKey): boolean =>
  left.name === right.name && left.version === right.version
