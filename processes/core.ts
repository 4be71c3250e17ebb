import type { Settle } from '@thirty/command-api/settle.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { inProcessLive } from '@thirty/infra/live/in-process.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner.ts'
import { openMedia, openStore, startLog } from './engines.ts'
import type { House } from './house.ts'
import { watchVitals } from './vitals.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1
/** How long an answer waits for the read models to show what the command did (decisions: one second). */
const settleWithin = 1_000

export type Core = Awaited<ReturnType<typeof openCore>>

/** Everything that outlives a request: log, read models, pictures. Ready when all events are verified and taken in. */
export async function openCore(house: House, ended: AbortSignal) {
  const { config, output, metrics } = house
  const { log, verified } = await startLog(house)
  const live = inProcessLive()
  const store = await openStore(house, live, ended)
  const media = await openMedia(house)
  const { isHeard } = live
  const models = readModels({ store, log, clock: systemClock, timeZone: config.timezone, run, isHeard })
  const projections = startProjections({
    log,
    store,
    projections: models.projections,
    onFailure: ({ error, ...failure }) => output.error({ err: error, ...failure }, 'a read model failed'),
  })
  const vitals = watchVitals({
    log,
    store,
    views: models.projections.map(({ view: { name, version } }) => ({ name, version })),
    fed: projections.positions,
    isShared: false,
    allowedLag: config.allowedLag,
    names: { log: 'The event log', store: 'The store of the read models' },
    metrics,
  })
  const settle: Settle = async (position) => {
    const answer = { position: position.toString() }
    const patience = vitals.isStoreAway() ? 0 : settleWithin
    if (await projections.reached(position, patience)) return answer
    metrics.pending.inc()
    return { ...answer, pending: true }
  }
  const close = async () => {
    vitals.stop()
    await projections.stop()
    await store.close()
    await log.close()
    await media.close()
  }
  await Promise.all([verified, projections.ready])
  await vitals.look()
  return { log, live, media, models, settle, vitals, close }
}
