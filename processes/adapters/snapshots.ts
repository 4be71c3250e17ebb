// Starts the snapshots of the read models in memory, which are files in the data folder: restores the ones of the current run, saves them
// until the process ends, and lets rebuilds begin with them; with Redis it only deletes the folder. They spare work and are never needed: a
// snapshot that cannot be read or written is reported, and the log decides.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProcessReport } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits } from '@thirty/contracts/operations/health.ts'
import { systemClock, systemScheduler } from '@thirty/infra/scheduler.ts'
import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { isMemoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { readChallenge } from '@thirty/projections/read-challenge.ts'
import type { FillBuild } from '@thirty/projections/runner/build.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { nameOfLog } from './stores.ts'

/**
 * Restores the read models in memory from their snapshots, and saves them from then on until the shutdown. Returns
 * how a rebuild begins with one of them. For read models in Redis, which survive a restart, it only deletes what a process without
 * Redis left. To be called before the projections run.
 */
export async function startReadModelSnapshots(
  { config, figures, logger, shutdown, storage }: ProcessContext,
  { log, store, projections }: { log: EventLog; store: ReadModelStore; projections: readonly Projection[] },
): Promise<FillBuild | undefined> {
  const folder = join(config.dataDir, 'snapshots')
  let isReported = false
  const onError = (error: unknown) => {
    if (!isReported)
      logger.warn(
        { err: error },
        'snapshots cannot be saved; nothing is lost, but the next start takes longer',
      )
    isReported = true
  }
  if (!isMemoryReadModelStore(store)) {
    await rm(folder, { recursive: true, force: true }).catch(onError)
    return undefined
  }

  const snapshotFigures: NonNullable<ProcessReport['snapshots']> = { savedAt: null, failures: 0 }
  figures.snapshots = () => snapshotFigures
  const snapshots = readModelSnapshots({
    store,
    log,
    logName: () => nameOfLog(log),
    folder: join(folder, 'read-models'),
    erasureStreams: ['deleted-'],
    scheduler: systemScheduler,
    // Leaves the last space on a disk to the event log.
    requireSpace: async () => {
      await storage.check()
      const { freeBytes } = storage.report()
      if (freeBytes !== null && freeBytes < diskLimits.lowBytes) throw new Error('The disk is nearly full.')
    },
    onIgnored: (file, reason) =>
      logger.warn(
        { file, err: reason },
        'a snapshot is of no use; its read model is built from the event log',
      ),
    onError: (error) => {
      snapshotFigures.failures += 1
      onError(error)
    },
    onSaved: () => {
      snapshotFigures.savedAt = systemClock()
      isReported = false
    },
  })
  const restored = await snapshots.restore(projections, await beginningOfRun(log))
  logger.debug({ restored }, 'read models were restored from snapshots')
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
