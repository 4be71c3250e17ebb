import { createHash, randomUUID } from 'node:crypto'
import { monotonicClock, type Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type {
  AnnouncedReadModel,
  ReadModelKey,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import { waitAtMost, createRetryPolicy, type ProjectionFailure, type StoreOutage } from './retries.ts'
import { ProjectionRunner } from './projection-runner.ts'
import { ProgressObserver, type ProjectionProgress, type ReadModelPosition } from './progress.ts'
import { Leadership } from './leadership.ts'
import type { FillBuild } from './open-build.ts'

export type StartProjectionsOptions = {
  log: EventLog
  store: ReadModelStore
  projections: readonly RegisteredProjection[]
  /** The read models that callers of `waitForPosition` wait for; all when missing. */
  awaited?: () => readonly ReadModelKey[]
  onFailure(failure: ProjectionFailure): void
  /** Called whenever a projection was added or removed, moved, went live or was parked. */
  onProgress?(): void
  /** Called when the store cannot be reached to store a read model, and when it can again. Until then it is retried. */
  onStoreOutage?(outage: StoreOutage): void
  /**
   * `all`: this process alone builds all read models of the store, without leases. `lead`: it shares the store with other processes, of
   * which one at a time leads and builds all read models, under leases. `take-over`: it takes its read models from their leader, who has
   * them back when it stops. `all` when missing.
   */
  assignment?: 'all' | 'lead' | 'take-over'
  /** Name of what processes of the same release can build; made of the projections when missing. Each release has a leader of its own. */
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
   * the limit is exceeded. When missing, every step is stored at once, which suits a store in memory.
   */
  maxBufferedDocuments?: number
}

/**
 * The options for a store that processes share, such as Redis: it blocks all its users during a step. A document needs about 1.4
 * kilobytes in memory, so a rebuild needs up to 280 MB more than the product otherwise (decision 0034).
 */
export const sharedStoreOptions = {
  assignment: 'lead',
  batch: 250,
  maxBufferedDocuments: 200_000,
} as const satisfies Partial<StartProjectionsOptions>

/** The projections that run in this process. Read models of other processes count as lagging. */
export type RunningProjections = ProjectionProgress & {
  /**
   * Resolves when every read model that this process began to lead at the start is live, and has reached the head that the log had then
   * or was parked.
   */
  ready: Promise<void>
  /**
   * Rebuilds a read model from the first event while the live build stays up to date, and switches over in one step.
   * Resolves to false if the projection does not run here or meets a poison event; queries then continue to read the
   * previous build. A call during a rebuild returns the result of that rebuild. Rejects if the store cannot begin a build.
   * `fill`: begins with a snapshot instead, if there is one.
   */
  rebuild(name: string, fill?: FillBuild): Promise<boolean>
  /**
   * Runs further projections beside the others. They share one reading of the log among themselves, from the position of the
   * most advanced one.
   */
  add(projections: readonly RegisteredProjection[]): void
  /** Stops projections after their current step, and releases their leases. Their read models stay in the store. */
  remove(readModels: readonly ReadModelKey[]): Promise<void>
  /** Finishes the current step, and releases leases, log and timers. Takes at most 3 seconds. */
  stop(): Promise<void>
}

const stopWithinMs = 3_000

/** Runs projections over the log. Events before the activation of a build are not published as live updates. */
export function startProjections(options: StartProjectionsOptions): RunningProjections {
  const { log, store, assignment = 'all', owner = randomUUID() } = options
  const { scheduler = systemScheduler, monotonic = monotonicClock, batch = 2_000 } = options
  const { maxBufferedDocuments: maxDocuments } = options
  const stopped = new AbortController()
  const retryPolicy = createRetryPolicy(stopped.signal, scheduler, {
    report: (failure) => options.onFailure(failure),
    reportOutage: (outage) => options.onStoreOutage?.(outage),
  })
  const ready = Promise.withResolvers<void>()
  let hasStarted = false

  const onProgress = () => {
    progress.update()
    if (hasStarted && runner.isReady()) ready.resolve()
    options.onProgress?.()
  }
  const onStarted = () => {
    hasStarted = true
    onProgress()
  }
  const runner = new ProjectionRunner({
    log,
    store,
    batch,
    bufferBudget: maxDocuments === undefined ? undefined : { maxDocuments, documents: 0, buffers: 0 },
    retryPolicy,
    scheduler,
    stopped: stopped.signal,
    onProgress,
    onRunningChanged: (readModel, isRunning) => options.onAssignmentChanged?.(readModel, isRunning),
  })
  const positions = (): ReadModelPosition[] =>
    runner.readModels().flatMap((readModel) => {
      const worker = runner.progressOf(readModel)
      return worker ? [{ readModel, ...worker }] : []
    })
  const { awaited } = options
  const progress = new ProgressObserver({ scheduler, monotonic, observed: positions, awaited })
  const release = options.release ?? releaseOf(options.projections.map(({ projection }) => projection))
  const leadership =
    assignment === 'all'
      ? undefined
      : new Leadership({
          store,
          owner,
          release: assignment === 'lead' ? release : undefined,
          runner,
          unfinishedBuilds: () => unfinishedBuilds(positions()),
          retryPolicy,
          scheduler,
          monotonic,
          onStarted,
        })

  const add = (projections: readonly RegisteredProjection[]) => {
    const readModels = runner.add(projections)
    if (leadership) leadership.runSoon()
    else for (const readModel of readModels) runner.start(readModel)
  }
  const remove = async (readModels: readonly ReadModelKey[]) => {
    await runner.remove(readModels, (added) =>
      leadership
        ? leadership.handOver(added)
        : Promise.all(added.map((readModel) => runner.stopGracefully(readModel))),
    )
    onProgress()
  }
  add(options.projections)
  const leading = leadership?.run() ?? onStarted()

  const stop = async () => {
    stopped.abort()
    leadership?.runSoon()
    const ended = Promise.resolve(leading).then(() => runner.stopAll())
    await waitAtMost(stopWithinMs, scheduler, ended)
  }
  return {
    ready: ready.promise,
    waitForPosition: (position, withinMs) => progress.waitForPosition(position, withinMs),
    positions,
    rebuild: (name, fill) => runner.rebuild(name, fill),
    add,
    remove,
    stop,
  }
}

/** The builds among these that readers do not see yet, or that cannot be continued. */
export const unfinishedBuilds = (positions: readonly ReadModelPosition[]): AnnouncedReadModel[] =>
  positions
    .filter(({ isLive, parked }) => !isLive || parked)
    .map(({ readModel, position, parked }) => ({
      ...readModel,
      unfinished: { position: position.toString(), ...(parked && { failure: parked.reason }) },
    }))

/** Returns the name of a release by what it can build. */
export const releaseOf = (readModels: readonly ReadModelKey[]): string => {
  const names = readModels.map(({ name, version }) => `${name} v${version}`)
  return `leader-${createHash('sha256').update(names.toSorted().join()).digest('hex').slice(0, 16)}`
}
