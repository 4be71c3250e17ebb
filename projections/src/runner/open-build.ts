// Opens the build of a read model with which a worker begins.

import { LogReplaced, type EventLog, type SeenHistory } from '@thirty/infra/event-log/event-log.ts'
import { hasHistory } from '@thirty/infra/event-log/seen-history.ts'
import type { BuildKey, LiveBuild } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { Build, type BuildContext } from './build.ts'
import { LogNotReadable } from './retries.ts'

/**
 * Lets a new, empty build continue from a snapshot, and returns where it is then. `undefined`: there is none, and the build is
 * filled from the first event.
 */
export type FillBuild = (
  build: BuildKey,
  projection: Projection,
) => Promise<{ checkpoint: bigint; seen: SeenHistory } | undefined>

/**
 * Returns the live build of a read model at its checkpoint, and the head of the log. A read model without a live build begins a build from the
 * first event. So does one whose live build saw another history of the log, because the log was replaced or put back to an older copy; then
 * a new epoch begins. Queries read the old build, as out of date, until the new one is complete: `replacesOutdated`.
 */
export async function openBuild(
  context: BuildContext,
  log: Pick<EventLog, 'head' | 'compareEvent' | 'readAll'>,
): Promise<{ build: Build; head: bigint; replacesOutdated: boolean }> {
  const { projection, store, retryPolicy } = context
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
  const build =
    live && !replacesOutdated ? new Build(context, { ...live, key: live.build }) : await beginBuild(context)
  return { build, head, replacesOutdated }
}

/** Begins a build beside the live one: an empty one, unless `fill` fills it. */
export async function beginBuild(context: BuildContext, fill?: FillBuild): Promise<Build> {
  const key = await context.store.beginBuild(context.projection, context.lease?.storeLease)
  return new Build(context, { key, ...(await fill?.(key, context.projection)) })
}

/** Returns the head of the log, and whether a live build of the current epoch saw another history than that of the log. */
async function compareWithLog(
  log: Pick<EventLog, 'head' | 'compareEvent' | 'readAll'>,
  live: LiveBuild | undefined,
  { streams }: Projection,
): Promise<{ head: bigint; isReplaced: boolean }> {
  const head = await log.head()
  if (live === undefined || live.outdatedSince !== undefined) return { head, isReplaced: false }
  return { head, isReplaced: live.checkpoint > head || !(await hasHistory(log, live.seen, streams)) }
}
