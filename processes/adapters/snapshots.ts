import { join } from 'node:path'
import type { ProcessReport } from '@thirty/contracts/api/admin/health.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { isMemoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { ReadModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import type { Projection, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { readChallenge } from '@thirty/projections/challenge/read-challenge.ts'
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

const reportTo = ({ logger }: ProcessContext) => {
  const warn = throttledLog((_kind: string, error: unknown) =>
    logger.warn({ err: error }, 'a snapshot could not be read or written'),
  )
  return (error: unknown) => warn('snapshot', error)
}
