import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Lease, Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { LogNotReadable } from '../subscription/follow-log.ts'
import type { BuildStart } from './worker-state.ts'

export type OpenBuildOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'beginBuild'>
  log: Pick<EventLog, 'head'>
  retryPolicy: RetryPolicy
  lease: Lease | undefined
}

/**
 * Returns the live build of a read model at its checkpoint, and the head of the log. A read model without a live build
 * begins a build from the first event. So does one that is ahead of the log, because the log was replaced or restored
 * from an older copy; queries read the old build until the new one is complete.
 */
export async function openBuild(
  projection: Projection,
  { store, log, retryPolicy, lease }: OpenBuildOptions,
): Promise<BuildStart> {
  const live = await store.liveBuild(projection)
  const head = await log.head().catch((error: unknown) => {
    throw new LogNotReadable(error)
  })
  if (live && live.checkpoint <= head) return { buildState: { ...live, isLive: true }, head }
  if (live)
    retryPolicy.report({
      projection: projection.name,
      error: aheadOfLog(head, live.checkpoint),
      isParked: false,
    })
  const build = await store.beginBuild(projection, lease)
  return { buildState: { build, checkpoint: beginning, isLive: false }, head }
}

const aheadOfLog = (head: bigint, checkpoint: bigint): Error =>
  new Error(`The read model is at ${checkpoint} but the log ends at ${head}: it is rebuilt from this log.`)
