import { systemClock } from '@thirty/infra/clock.ts'
import { inProcessLive } from '@thirty/infra/live/in-process.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner.ts'
import type { Ending } from './ending.ts'
import { openStore, startLog } from './engines.ts'
import type { House } from './house.ts'
import { watchVitals } from './vitals.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1

export type ReadSide = Awaited<ReturnType<typeof openReadSide>>

/**
 * The log and what is derived from it: fed here, unless the process is for the web only. Whoever feeds beside others
 * waits for nobody: `ready` says that the log answers and, where the views are this process's own, that they are built.
 */
export async function openReadSide(house: House, ending: Ending) {
  const { config, output, metrics } = house
  const isShared = config.redisUrl !== undefined
  const { log, verified } = await startLog(house)
  ending.last(() => log.close())
  const live = inProcessLive()
  const store = await openStore(house, live, ending.begun)
  ending.last(() => store.close())

  // Other processes have sockets of their own, of which this one knows nothing.
  const isHeard = isShared ? () => true : live.isHeard
  const models = readModels({ store, log, clock: systemClock, timeZone: config.timezone, run, isHeard })
  const views = models.projections.map(({ view: { name, version } }) => ({ name, version }))
  const feeder = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: ({ error, ...failure }) => output.error({ err: error, ...failure }, 'a read model failed'),
  })
  ending.last(() => feeder.stop())
  const vitals = watchVitals({
    log,
    store,
    views,
    fed: () => feeder.positions(),
    isShared: isShared && config.role !== 'projector',
    allowedLag: config.allowedLag,
    names: {
      log: config.eventStoreUrl === undefined ? 'The event log' : 'EventStoreDB',
      store: isShared ? 'Redis' : 'The memory of the read models',
    },
    metrics,
  })
  ending.last(vitals.stop)
  const ready = Promise.all([verified, isShared ? undefined : feeder.ready])
  return { log, live, models, progress: feeder, vitals, ready }
}
