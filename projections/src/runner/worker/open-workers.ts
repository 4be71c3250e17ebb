import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { hasHistory } from '@thirty/infra/event-log/seen-history.ts'
import type { LiveBuild, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../../registered-projection.ts'
import type { ProjectionLease } from '../assignment/lease.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { BufferBudget } from './build-buffer.ts'
import { ProjectionWorker } from './projection-worker.ts'
import { liveState, newBuildState } from './worker-state.ts'

/** A projection that runs in this process, and the lease that allows it. */
type AssignedProjection = { projection: RegisteredProjection; lease?: ProjectionLease }

type OpenWorkersOptions = {
  log: EventLog
  store: ReadModelStore
  retryPolicy: RetryPolicy
  bufferBudget?: BufferBudget
}

/**
 * Opens workers at the checkpoints of their live builds. A projection without a live build starts a build from the first
 * event. So does a projection whose live build saw another history of the log, because the log was replaced or put back
 * to an older copy; then a new epoch begins. Queries read the old build, as out of date, until the new one is complete.
 */
export async function openWorkers(
  assigned: readonly AssignedProjection[],
  { log, store, retryPolicy, bufferBudget }: OpenWorkersOptions,
): Promise<ProjectionWorker[]> {
  const liveBuilds = await Promise.all(
    assigned.map(({ projection }) => store.liveBuild(projection.projection)),
  )
  const head = await log.head()
  const replaced = await Promise.all(
    assigned.map(({ projection }, index) => isLogReplaced(log, head, projection, liveBuilds[index])),
  )
  // Before any build begins: a build belongs to the epoch in which it was begun.
  for (const [index, { projection }] of assigned.entries()) {
    const live = liveBuilds[index]
    if (!live || !replaced[index]) continue
    const error = new LogReplaced({ position: live.checkpoint })
    retryPolicy.report({ projection: projection.projection.name, error, isParked: false })
    await store.beginEpoch(live.epoch)
  }
  return Promise.all(
    assigned.map(async ({ projection, lease }, index) => {
      const live = liveBuilds[index]
      const isOutdated = live?.outdatedSince !== undefined || replaced[index] === true
      const buildState =
        live && !isOutdated
          ? liveState(live)
          : newBuildState(await store.beginBuild(projection.projection, lease?.storeLease))
      return new ProjectionWorker({
        projection,
        store,
        retryPolicy,
        buildState,
        head,
        replacesOutdated: isOutdated,
        ...(lease && { lease }),
        ...(bufferBudget && { bufferBudget }),
      })
    }),
  )
}

/** Whether a live build of the current epoch saw another history than that of the log. */
async function isLogReplaced(
  log: EventLog,
  head: bigint,
  { projection }: RegisteredProjection,
  live: LiveBuild | undefined,
): Promise<boolean> {
  if (live === undefined || live.outdatedSince !== undefined) return false
  return live.checkpoint > head || !(await hasHistory(log, live.seen, projection.streams))
}
