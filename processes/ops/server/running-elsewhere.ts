// The operations of a shell beside the processes that run the projections: it compares the read models of the shared store itself, and takes
// each over from its leader to rebuild it.

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { processReport } from '@thirty/contracts/operations/health-api.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import { sharedStoreOptions, startProjections } from '@thirty/projections/runner/start-projections.ts'
import { startSelfCheck } from '@thirty/projections/self-check/self-check.ts'
import type { WebCore } from '../../core.ts'
import { createOperations, type Operations } from './operations.ts'

/** Milliseconds within which the shell has a live build. */
const takeOverMs = 20_000

const parkedElsewhere = { reason: 'its projection is parked; the log of its process says why' }

type Core = Pick<WebCore, 'log' | 'store' | 'logger' | 'shutdown'> & {
  models: Pick<WebCore['models'], 'shownReadModels' | 'shownProjections'>
  processReports: Pick<WebCore['processReports'], 'list'>
}

export function operationsElsewhere(core: Core): Operations {
  const { log, store, models, processReports, logger, shutdown } = core

  const positions = async () => {
    // Nothing is known to be parked if the projectors cannot be asked.
    const reports = await processReports.list(processReport).catch(() => [])
    const parked = reports.flatMap(({ report }) => report.projections.filter(({ isParked }) => isParked))
    return Promise.all(
      models.shownReadModels().map(async (readModel) => {
        const live = await store.liveBuild(readModel)
        const isParked = parked.some(({ name }) => name === readModel.name)
        return {
          readModel,
          position: live?.checkpoint ?? beginning,
          isLive: live !== undefined,
          ...(isParked && { parked: parkedElsewhere }),
        }
      }),
    )
  }

  /** Its leader has the read model back afterwards. */
  const rebuild = async (name: string): Promise<boolean> => {
    shutdown.signal.throwIfAborted()
    const registered = models.shownProjections().filter(({ projection }) => projection.name === name)
    const running = startProjections({
      log,
      store,
      projections: registered,
      onFailure: ({ error }) => logger.error({ err: error, view: name }, 'a projection failed'),
      ...sharedStoreOptions,
      shared: { owner: `shell ${randomUUID()}` },
    })
    shutdown.defer(running.stop)
    try {
      const isHere = () => running.positions().some(({ isLive }) => isLive)
      for (const since = performance.now(); !isHere();) {
        if (performance.now() - since > takeOverMs) {
          logger.error({ view: name }, 'the read model could not be taken over')
          return false
        }
        await pause(100, undefined, { signal: shutdown.signal })
      }
      return await running.rebuild(name)
    } finally {
      await running.stop()
    }
  }

  const selfCheck = startSelfCheck({
    log,
    store,
    projections: () => models.shownProjections().map(({ projection }) => projection),
    rebuild,
    intervalMs: 0,
    scheduler: systemScheduler,
    onFailure: (view, error) =>
      logger.error({ err: error, view }, 'the read model could not be compared with the log'),
  })
  shutdown.defer(selfCheck.stop)
  return createOperations({ log, selfCheck, running: { positions, rebuild } })
}
