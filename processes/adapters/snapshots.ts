import { join } from 'node:path'
import type { ProcessReport } from '@thirty/contracts/api/admin/health.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { isMemoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { ReadModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { openBoardSnapshots } from '@thirty/projections/past-boards/snapshots/board-snapshots.ts'
import { readChallenge } from '@thirty/projections/challenge/read-challenge.ts'
import type { BoardSnapshots } from '@thirty/projections/past-boards/past-boards.ts'
import { pastBoardFormat } from '@thirty/projections/past-models.ts'
import type { FillBuild } from '@thirty/projections/runner/worker/worker-state.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import type { Shutdown } from '../lifecycle/shutdown.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

// Snapshots spare work and are never needed: one that cannot be read or written is reported, and the log decides.

/**
 * Restores the read models in memory from their snapshots, and saves them from then on until the shutdown. Returns
 * how a rebuild begins with one of them. Does nothing for read models in Redis, which survive a restart. To be called before the
 * projections run.
 */
export async function startReadModelSnapshots(
  context: ProcessContext,
  { log, store, projections }: { log: EventLog; store: ReadModelStore; projections: readonly Projection[] },
  shutdown: Shutdown,
): Promise<FillBuild | undefined> {
  if (!isMemoryReadModelStore(store)) return undefined
  const report = reportTo(context)
  const snapshotFigures: NonNullable<ProcessReport['snapshots']> = { savedAt: null, failures: 0 }
  context.figures.snapshots = snapshotFigures
  const snapshots = new ReadModelSnapshots({
    store,
    log,
    folder: join(context.config.dataDir, 'snapshots', 'read-models'),
    erasureStreams: ['deleted-'],
    scheduler: systemScheduler,
    onError: (error) => {
      snapshotFigures.failures += 1
      report(error)
    },
    onSaved: () => (snapshotFigures.savedAt = systemClock()),
  })
  const restored = await snapshots.restore(projections, await beginningOfRun(log))
  context.logger.debug({ restored: restored.length }, 'read models were restored from snapshots')
  snapshots.start()
  shutdown.defer(() => snapshots.stop())
  return async (build, projection) => snapshots.fill(build, projection, await beginningOfRun(log))
}

/**
 * The position at which the current run began. Snapshots from before are of another run: what they say about the challenge would
 * be taken for a switch back to that run.
 */
async function beginningOfRun(log: EventLog): Promise<bigint> {
  const { runs } = await readChallenge(log)
  return runs.runs.get(runs.current)?.begun?.position ?? beginning
}

/**
 * Opens the snapshots of past leaderboards in the data folder. Processes whose stores are all shared may have no folder that
 * lasts, so they keep past leaderboards in memory only.
 */
export async function openPastSnapshots(
  context: ProcessContext,
  log: EventLog,
): Promise<BoardSnapshots | undefined> {
  const { config } = context
  if (config.eventStoreUrl !== undefined && config.redisUrl !== undefined) return undefined
  const onError = reportTo(context)
  const folder = join(config.dataDir, 'snapshots', 'boards')
  try {
    return await openBoardSnapshots({ folder, log, format: pastBoardFormat(config.timezone), onError })
  } catch (error) {
    onError(error)
    return undefined
  }
}

const firstSaveMs = 60_000
const saveIntervalMs = 10 * 60_000

/** Saves snapshots of past leaderboards regularly until the shutdown. */
export function startPastSnapshots(
  context: ProcessContext,
  save: () => Promise<void>,
  shutdown: Shutdown,
): void {
  const onError = reportTo(context)
  let cancelTimer = () => undefined as void
  const schedule = (milliseconds: number) => {
    cancelTimer = systemScheduler.after(milliseconds, () => {
      void save()
        .catch(onError)
        .finally(() => {
          if (!shutdown.signal.aborted) schedule(saveIntervalMs)
        })
    })
  }
  schedule(firstSaveMs)
  shutdown.defer(() => cancelTimer())
}

const reportTo = ({ logger }: ProcessContext) => {
  const warn = throttledLog((_kind: string, error: unknown) =>
    logger.warn({ err: error }, 'a snapshot could not be read or written'),
  )
  return (error: unknown) => warn('snapshot', error)
}
