import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { hasHistory } from '@thirty/infra/event-log/seen-history.ts'
import type { Lease, LiveBuild, Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { LogNotReadable } from '../subscription/follow-log.ts'
import { liveState, newBuildState, type BuildStart } from './worker-state.ts'

export type OpenBuildOptions = {
  store: Pick<ReadModelStore, 'liveBuild' | 'beginBuild' | 'beginEpoch'>
  log: Pick<EventLog, 'head' | 'compareEvent' | 'readAll'>
  retryPolicy: RetryPolicy
  lease: Lease | undefined
}

/**
 * Returns the live build of a read model at its checkpoint, and the head of the log. A read model without a live build
 * begins a build from the first event. So does one whose live build saw another history of the log, because the log was
 * replaced or put back to an older copy; then a new epoch begins. Queries read the old build, as out of date, until the
 * new one is complete.
 */
export async function openBuild(
  projection: Projection,
  { store, log, retryPolicy, lease }: OpenBuildOptions,
): Promise<BuildStart> {
  const live = await store.liveBuild(projection)
  const { head, isReplaced } = await compareWithLog(log, live, projection).catch((error: unknown) => {
    throw new LogNotReadable(error)
  })
  if (live && isReplaced) {
    // Before a build begins: it belongs to the epoch in which it was begun.
    await store.beginEpoch(live.epoch)
    const error = new LogReplaced({ position: live.checkpoint })
    retryPolicy.report({ projection: projection.name, error, isParked: false })
  }
  const replacesOutdated = live?.outdatedSince !== undefined || isReplaced
  if (live && !replacesOutdated) return { buildState: liveState(live), head }
  const buildState = newBuildState(await store.beginBuild(projection, lease))
  return { buildState, head, replacesOutdated }
}

/** Returns the head of the log, and whether a live build of the current epoch saw another history than that of the log. */
async function compareWithLog(
  log: OpenBuildOptions['log'],
  live: LiveBuild | undefined,
  { streams }: Projection,
): Promise<{ head: bigint; isReplaced: boolean }> {
  const head = await log.head()
  if (live === undefined || live.outdatedSince !== undefined) return { head, isReplaced: false }
  return { head, isReplaced: live.checkpoint > head || !(await hasHistory(log, live.seen, streams)) }
}
