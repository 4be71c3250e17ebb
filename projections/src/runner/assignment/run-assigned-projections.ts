import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionRunner } from '../projection-runner.ts'
import { LeaseCoordinator, leaseDurationMs, type AssignedReadModel } from './lease-coordinator.ts'

export type RunAssignedProjectionsOptions = {
  store: ReadModelStore
  owner: string
  readModels: readonly ReadModelKey[]
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
      for (const readModel of assigned) void dropOlderVersionsLater(readModel, options)
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
async function dropOlderVersionsLater(
  { readModel, lease }: AssignedReadModel,
  { store, owner, retryPolicy }: RunAssignedProjectionsOptions,
): Promise<void> {
  const isLeased = () => !retryPolicy.isStopped() && lease?.isExpired() !== true
  while (readModel.version > 1 && isLeased()) {
    await retryPolicy.pause(keepOlderVersionsMs)
    if (isLeased()) await retryPolicy.retryUntilStopped(() => dropOlderVersions(store, readModel, owner))
  }
}

/**
 * Drops the builds of older versions of a read model that is live. A version that another process still builds is left
 * alone; for that, it is leased while it is dropped.
 */
async function dropOlderVersions(
  store: ReadModelStore,
  readModel: ReadModelKey,
  owner: string,
): Promise<void> {
  if (readModel.version === 1 || !(await store.liveBuild(readModel))) return
  for (let version = readModel.version - 1; version > 0; version--) {
    const older = { name: readModel.name, version }
    if (!(await store.liveBuild(older))) continue
    const lease = await store.acquireLease(older, owner, leaseDurationMs)
    if (!lease) continue
    await store.drop(older)
    await store.releaseLease(lease)
  }
}
