import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RegisteredProjection } from '../../registered-projection.ts'
import type { ProjectionLease } from '../assignment/lease.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { BufferBudget } from './build-buffer.ts'
import { ProjectionWorker } from './projection-worker.ts'
import type { BuildState } from './worker-state.ts'

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
 * event. So does a projection that is ahead of the log, because the log was replaced or restored from an older copy.
 * Queries read the old build until the new one is complete.
 */
export async function openWorkers(
  assigned: readonly AssignedProjection[],
  { log, store, retryPolicy, bufferBudget }: OpenWorkersOptions,
): Promise<ProjectionWorker[]> {
  const liveBuilds = await Promise.all(
    assigned.map(({ projection }) => store.liveBuild(projection.projection)),
  )
  const head = await log.head()
  return Promise.all(
    assigned.map(async ({ projection, lease }, index) => {
      const definition = projection.projection
      const live = liveBuilds[index]
      if (live && live.checkpoint > head)
        retryPolicy.report({
          projection: definition.name,
          error: aheadOfLog(head, live.checkpoint),
          isParked: false,
        })
      const buildState: BuildState =
        live && live.checkpoint <= head
          ? { ...live, isLive: true }
          : {
              build: await store.beginBuild(definition, lease?.storeLease),
              checkpoint: beginning,
              isLive: false,
            }
      return new ProjectionWorker({
        projection,
        store,
        retryPolicy,
        buildState,
        head,
        ...(lease && { lease }),
        ...(bufferBudget && { bufferBudget }),
      })
    }),
  )
}

const aheadOfLog = (head: bigint, checkpoint: bigint): Error =>
  new Error(`The read model is at ${checkpoint} but the log ends at ${head}: it is rebuilt from this log.`)
