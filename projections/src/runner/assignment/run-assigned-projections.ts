import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionRunner } from '../projection-runner.ts'
import { LeaseCoordinator, leaseDurationMs, type AssignedReadModel } from './lease-coordinator.ts'

export type RunAssignedProjectionsOptions = {
  store: ReadModelStore
  owner: string
  readModels: readonly ReadModelKey[]
  /** Returns the read models that a read model replaced; see `Projection.replaces`. */
  replacedBy(readModel: ReadModelKey): readonly ReadModelKey[]
  retryPolicy: RetryPolicy
  monotonic: Clock
  runner: ProjectionRunner
  /** Starts workers for newly assigned read models. */
  startWorkers(assigned: readonly AssignedReadModel[]): void
  /** Called when everything runs that was assigned to this process at the start. */
  onStarted(): void
}

/** How long builds of older versions are kept: long enough to roll back to the previous release. */
const keepOlderVersionsMs = 600_000

/** Runs the projections that are assigned to this process until it is stopped, and then hands them over. */
export async function runAssignedProjections(options: RunAssignedProjectionsOptions): Promise<void> {
  const { store, owner, readModels, retryPolicy, monotonic, runner, startWorkers, onStarted } = options
  const coordinator = new LeaseCoordinator({
    store,
    owner,
    readModels,
    retryPolicy,
    monotonic,
    startWorkers: (assigned) => {
      startWorkers(assigned)
      for (const readModel of assigned) void dropReplacedLater(readModel, options)
    },
    positionOf: ({ name }) => {
      const worker = runner.findWorker(name)
      return worker?.isLive ? worker.position() : undefined
    },
    stopGracefully: ({ name }) => runner.stopGracefully(name),
    stopImmediately: ({ name }) => runner.stopImmediately(name),
  })
  void coordinator.started.then(onStarted)
  await coordinator.run()
}

/** Tries again and again while the lease lasts: at first a process of the older release may still be running. */
async function dropReplacedLater(
  { readModel, lease }: AssignedReadModel,
  { store, owner, retryPolicy, replacedBy }: RunAssignedProjectionsOptions,
): Promise<void> {
  const replaced = [{ ...readModel, version: readModel.version - 1 }, ...replacedBy(readModel)].flatMap(
    allVersions,
  )
  const isLeased = () => !retryPolicy.isStopped() && lease?.isExpired() !== true
  while (replaced.length > 0 && isLeased()) {
    await retryPolicy.pause(keepOlderVersionsMs)
    if (isLeased())
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
