import { randomUUID } from 'node:crypto'
import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import { waitAtMost, createRetryPolicy, type ProjectionFailure, type StoreOutage } from './retry-policy.ts'
import { ProjectionRunner } from './projection-runner.ts'
import { WorkerProgress, type ProjectionProgress } from './progress.ts'
import { checkStreamFamilies } from './subscription/stream-families.ts'
import { ProjectionWorker } from './worker/projection-worker.ts'
import type { AssignedReadModel } from './assignment/lease-coordinator.ts'
import { runAssignedProjections } from './assignment/run-assigned-projections.ts'

export type StartProjectionsOptions = {
  log: EventLog
  store: ReadModelStore
  projections: readonly RegisteredProjection[]
  onFailure(failure: ProjectionFailure): void
  /** Called when the store cannot be reached to store a read model, and when it can again. Until then it is retried. */
  onStoreOutage?(outage: StoreOutage): void
  /**
   * `all`: this process alone builds all read models of the store, without leases. `share`: it shares the store with
   * other processes, and builds the read models that are assigned to it, under leases. `all` when missing.
   */
  assignment?: 'all' | 'share'
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
   * the limit is exceeded. When missing, every step is stored at once, which suits a store in memory.
   */
  maxBufferedDocuments?: number
}

/** The projections that run in this process. Read models of other processes count as lagging. */
export type RunningProjections = ProjectionProgress & {
  /**
   * Resolves when every read model that was assigned to this process at the start is live, and has reached the head that
   * the log had then or was parked.
   */
  ready: Promise<void>
  /**
   * Rebuilds a read model from the first event while the live build stays up to date, and switches over in one step.
   * Resolves to false if the projection does not run here or meets a poison event; queries then continue to read the
   * previous build. A call during a rebuild returns the result of that rebuild. Rejects if the store cannot begin a build.
   */
  rebuild(name: string): Promise<boolean>
  /** Finishes the current step, and releases leases, log and timers. Takes at most 3 seconds. */
  stop(): Promise<void>
}

const stopWithinMs = 3_000

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { log, store, projections, assignment = 'all', owner = randomUUID() } = options
  const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
  const { maxBufferedDocuments: maxDocuments } = options
  const bufferBudget = maxDocuments === undefined ? undefined : { maxDocuments, documents: 0, buffers: 0 }
  projections.forEach(checkStreamFamilies)
  const stopped = new AbortController()
  const retryPolicy = createRetryPolicy(
    stopped.signal,
    scheduler,
    (failure) => options.onFailure(failure),
    (outage) => options.onStoreOutage?.(outage),
  )
  const readModels = projections.map(({ projection: { name, version } }) => ({ name, version }))
  const streams = [...new Set(projections.flatMap(({ projection }) => projection.streams))]
  const ready = Promise.withResolvers<void>()
  let hasStarted = false

  const onProgress = () => {
    progress.notifyWaiters()
    if (hasStarted && runner.isReady()) ready.resolve()
  }
  const onStarted = () => {
    hasStarted = true
    onProgress()
  }
  const runner = new ProjectionRunner({
    log,
    store,
    streams,
    batch,
    retryPolicy,
    scheduler,
    stopped: stopped.signal,
    onProgress,
    onRunningChanged: (readModel, isRunning) => options.onAssignmentChanged?.(readModel, isRunning),
  })
  const progress = new WorkerProgress({
    scheduler,
    readModels,
    monotonic,
    findWorker: (name) => runner.findWorker(name),
    runsAll: assignment === 'all',
  })
  const startWorkers = (assigned: readonly AssignedReadModel[]) => {
    for (const { readModel, lease } of assigned) {
      const projection = projections.find((candidate) => candidate.projection.name === readModel.name)
      const options = { log, store, retryPolicy, ...(bufferBudget && { bufferBudget }) }
      if (projection) runner.start(new ProjectionWorker({ ...options, projection, ...(lease && { lease }) }))
    }
  }
  const runAll = () => {
    startWorkers(readModels.map((readModel) => ({ readModel })))
    onStarted()
  }
  const runShare = () =>
    runAssignedProjections({
      store,
      owner,
      readModels,
      replacedBy: ({ name }) =>
        projections.find(({ projection }) => projection.name === name)?.projection.replaces ?? [],
      retryPolicy,
      monotonic,
      runner,
      startWorkers,
      onStarted,
    })
  const done = Promise.all([runner.run(), assignment === 'all' ? runAll() : runShare()])

  const stop = async () => {
    stopped.abort()
    const ended = done.then(() => runner.stopAll())
    await waitAtMost(stopWithinMs, scheduler, ended)
  }
  return {
    ready: ready.promise,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions: () => progress.positions(),
    rebuild: (name) => runner.rebuild(name),
    stop,
  }
}
