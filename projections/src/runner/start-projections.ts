import { randomUUID } from 'node:crypto'
import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { waitAtMost, createRetryPolicy, type ProjectionFailure } from './retry-policy.ts'
import { checkStreamFamilies } from './event-router.ts'
import { ProjectionRunner } from './projection-runner.ts'
import { WorkerProgress } from './worker-progress.ts'
import type { AssignedReadModel } from './assignment/lease-coordinator.ts'
import { openWorkers } from './open-workers.ts'
import type { ProjectionProgress } from './progress.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import { runAssignedProjections } from './assignment/run-assigned-projections.ts'

export type StartProjectionsOptions = {
  log: EventLog
  store: ReadModelStore
  projections: readonly RegisteredProjection[]
  onFailure(failure: ProjectionFailure): void
  /**
   * `all`: this process alone feeds the store, every view, without leases. `share`: it feeds its share of the views
   * while it has their leases, beside other processes on the same store. `all` when missing.
   */
  assignment?: 'all' | 'share'
  /** Name of this process among those that share the views; another one at every start. Made when missing. */
  owner?: string
  /** Hears when this process begins and ends to feed a view. */
  onAssignmentChanged?(view: ReadModelKey, isLed: boolean): void
  scheduler?: Scheduler
  /** Measures leases; not to be set while it runs. */
  monotonic?: Clock
  /** Most events in a step; 2,000 when missing. A store that takes a step at once for everybody wants fewer. */
  batch?: number
  /**
   * Most documents of builds that nobody reads yet that this process keeps in memory; they are stored when a build is
   * complete, or when there are more. When missing, every step is stored at once: right for a store in memory.
   */
  maxBufferedDocuments?: number
}

/** What this process feeds. Of views that it does not feed it knows nothing, and counts them as behind. */
export type RunningProjections = ProjectionProgress & {
  /**
   * Settles when every view that fell to this process at the start has reached the head of the log as it was then, or
   * was parked on the way, and is shown to its readers: from then on reads are as quick as they will be.
   */
  ready: Promise<void>
  /**
   * Builds a view from the first event on, beside the live build, which is fed on, and switches in one step. Answers
   * whether it did: not when the view is not fed here, is being built already, or when an event could not be
   * taken in; readers then see what they saw before. Throws when the store does not let it begin.
   */
  rebuild(name: string): Promise<boolean>
  /** Finishes the step under way, hands leases over, and lets go of log and timers. Takes 3 seconds at most. */
  stop(): Promise<void>
}

const stopWithin = 3_000

/** Feeds views from the log. Nothing is announced of what was taken in before a build was shown to its readers. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { log, store, projections, assignment: lead = 'all', owner = randomUUID() } = options
  const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
  const { maxBufferedDocuments: maxDocuments } = options
  const bufferBudget = maxDocuments === undefined ? undefined : { maxDocuments, documents: 0 }
  projections.forEach(checkStreamFamilies)
  const stopped = new AbortController()
  const care = createRetryPolicy(stopped.signal, scheduler, (failure) => options.onFailure(failure))
  const views = projections.map(({ projection: { name, version } }) => ({ name, version }))
  const streams = [...new Set(projections.flatMap(({ projection: view }) => view.streams))]
  const ready = Promise.withResolvers<void>()
  let hasBegun = false

  const look = () => {
    progress.notifyWaiters()
    if (hasBegun && feeder.isReady()) ready.resolve()
  }
  const begin = () => {
    hasBegun = true
    look()
  }
  const onFed = (view: ReadModelKey, isFed: boolean) => options.onAssignmentChanged?.(view, isFed)
  const feeder = new ProjectionRunner({
    log,
    streams,
    batch,
    retryPolicy: care,
    scheduler,
    stopped: stopped.signal,
    onProgress: look,
    onRunningChanged: onFed,
  })
  const laneOf = (name: string) => feeder.findWorker(name)
  const progress = new WorkerProgress({
    scheduler,
    readModels: views,
    findWorker: laneOf,
    runsAll: lead === 'all',
  })
  const feed = async (leading: readonly AssignedReadModel[]) => {
    const wanted = leading.flatMap(({ readModel: view, lease: hold }) => {
      const projection = projections.find((one) => one.projection.name === view.name)
      return projection ? [{ projection, ...(hold && { lease: hold }) }] : []
    })
    feeder.add(
      await openWorkers(wanted, { log, store, retryPolicy: care, ...(bufferBudget && { bufferBudget }) }),
    )
  }
  const feedAll = () =>
    care.retryUntilStopped(() => feed(views.map((view) => ({ readModel: view })))).then(begin)
  const feedShare = () =>
    runAssignedProjections({
      store,
      owner,
      readModels: views,
      retryPolicy: care,
      monotonic,
      runner: feeder,
      startWorkers: feed,
      onStarted: begin,
    })
  const done = Promise.all([feeder.run(), lead === 'all' ? feedAll() : feedShare()])

  const stop = async () => {
    stopped.abort()
    const ended = done.then(() => feeder.stopAll())
    await waitAtMost(stopWithin, scheduler, ended)
  }
  return {
    ready: ready.promise,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions: () => progress.positions(),
    rebuild: (name) => feeder.rebuild(name),
    stop,
  }
}
