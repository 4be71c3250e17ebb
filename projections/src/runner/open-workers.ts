import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { BuildKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { BufferBudget } from './build-buffer.ts'
import type { ProjectionLease } from './assignment/lease.ts'
import { ProjectionWorker, type BuildState } from './projection-worker.ts'
import type { RegisteredProjection } from '../registered-projection.ts'

/** A view that is to be fed, and by what right. */
export type AssignedProjection = { projection: RegisteredProjection; lease?: ProjectionLease }

export type OpenWorkersOptions = {
  log: EventLog
  store: ReadModelStore
  retryPolicy: RetryPolicy
  bufferBudget?: BufferBudget
}

/**
 * Opens lanes where the views are. A view without a live build is built from the first event on, and so is one that is
 * ahead of the log, which then is another log or an older copy; its readers see it as it was until then.
 */
export async function openWorkers(
  wanted: readonly AssignedProjection[],
  opening: OpenWorkersOptions,
): Promise<ProjectionWorker[]> {
  const { log, store, retryPolicy: care, bufferBudget } = opening
  const found = await Promise.all(wanted.map(({ projection }) => store.liveBuild(projection.projection)))
  const head = await log.head()
  return Promise.all(
    wanted.map(async ({ projection, lease: hold }, at) => {
      const { projection: view } = projection
      const live = found[at]
      if (live && live.checkpoint > head)
        care.report({ projection: view.name, error: aheadOf(head, live), isParked: false })
      const where: BuildState =
        live && live.checkpoint <= head
          ? { ...live, isLive: true }
          : { build: await store.beginBuild(view, hold?.storeLease), checkpoint: beginning, isLive: false }
      return new ProjectionWorker({
        projection,
        store,
        retryPolicy: care,
        buildState: where,
        head,
        ...(hold && { lease: hold }),
        ...(bufferBudget && { bufferBudget }),
      })
    }),
  )
}

const aheadOf = (head: bigint, { checkpoint }: { build: BuildKey; checkpoint: bigint }): Error =>
  new Error(`It is built up to ${checkpoint} but the log ends at ${head}: it is built anew from this log.`)
