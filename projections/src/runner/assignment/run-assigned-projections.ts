import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionRunner } from '../projection-runner.ts'
import { LeaseCoordinator, leaseDurationMs, type AssignedReadModel } from './lease-coordinator.ts'

export type AssignedProjectionsOptions = {
  store: ReadModelStore
  owner: string
  /** The read models that this process can build now. */
  readModels(): readonly ReadModelKey[]
  /** Returns the read models that a read model replaced; see `Projection.replaces`. Asked again at every try. */
  replacedBy(readModel: ReadModelKey): readonly ReadModelKey[]
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  monotonic: Clock
  runner: ProjectionRunner
  /** Starts workers for newly assigned read models. */
  startWorkers(assigned: readonly AssignedReadModel[]): void
  /** Called when everything runs that was assigned to this process at the start. */
  onStarted(): void
}

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepOlderVersionsMs = 600_000

/** Runs the projections that are assigned to this process. */
export type AssignedProjections = {
  /** Runs them until the process is stopped, and then hands them over. */
  run(): Promise<void>
  /** To be called when `readModels` returns more than before. */
  changed(): void
  /** Stops read models that this process builds no more, and releases their leases. */
  handOver(readModels: readonly ReadModelKey[]): Promise<void>
}

export function assignedProjections(options: AssignedProjectionsOptions): AssignedProjections {
  const { store, owner, readModels, retryPolicy, scheduler, monotonic, runner, startWorkers } = options
  const coordinator = new LeaseCoordinator({
    store,
    owner,
    readModels,
    retryPolicy,
    scheduler,
    monotonic,
    startWorkers: (assigned) => {
      startWorkers(assigned)
      for (const readModel of assigned) void dropReplacedLater(readModel, options)
    },
    unfinishedBuild: ({ name }) => {
      const worker = runner.findWorker(name)
      if (worker === undefined || (worker.isLive && !worker.parked)) return undefined
      const failure = worker.parked && String(worker.parked.cause)
      return { position: worker.position().toString(), ...(failure !== undefined && { failure }) }
    },
    positionOf: ({ name }) => {
      const worker = runner.findWorker(name)
      return worker?.isLive ? worker.position() : undefined
    },
    stopGracefully: ({ name }) => runner.stopGracefully(name),
    stopImmediately: ({ name }) => runner.stopImmediately(name),
  })
  void coordinator.started.then(options.onStarted)
  return {
    run: () => coordinator.run(),
    changed: () => coordinator.runSoon(),
    handOver: (removed) => coordinator.handOverAll(removed),
  }
}

/** Tries again and again while the lease lasts: at first a process of the older release may still be running. */
async function dropReplacedLater(
  { readModel, lease }: AssignedReadModel,
  { store, owner, retryPolicy, replacedBy }: AssignedProjectionsOptions,
): Promise<void> {
  const isLeased = () => !retryPolicy.isStopped() && lease?.isExpired() !== true
  while (isLeased()) {
    await retryPolicy.pause(keepOlderVersionsMs)
    if (!isLeased()) return
    const older = { ...readModel, version: readModel.version - 1 }
    const replaced = [older, ...replacedBy(readModel)].flatMap(allVersions)
    await retryPolicy.retryUntilStopped(() => dropReplaced(store, { readModel, replaced, owner }))
  }
}

const allVersions = ({ name, version }: ReadModelKey): ReadModelKey[] =>
  Array.from({ length: version }, (_, index) => ({ name, version: version - index }))

/**
 * Drops the builds of older versions of a read model that is live, and of read models that it replaced. One that another
 * process still builds is left alone; for that, it is leased while it is dropped.
 */
async function dropReplaced(
  store: ReadModelStore,
  {
    readModel,
    replaced,
    owner,
  }: { readModel: ReadModelKey; replaced: readonly ReadModelKey[]; owner: string },
): Promise<void> {
  if (!(await store.liveBuild(readModel))) return
  for (const older of replaced) {
    if (!(await store.liveBuild(older))) continue
    const lease = await store.acquireLease(older, owner, leaseDurationMs)
    if (!lease) continue
    await store.drop(older)
    await store.releaseLease(lease)
  }
}
