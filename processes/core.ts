import { join } from 'node:path'
import type { Settle } from '@thirty/command-api/settle.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Config } from '@thirty/infra/config.ts'
import { startSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { inProcessLive } from '@thirty/infra/live/in-process.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import { measuredLog } from '@thirty/infra/metrics/measured-log.ts'
import { createMetrics } from '@thirty/infra/metrics/metrics.ts'
import { createLog } from '@thirty/infra/telemetry.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner.ts'

/** Run of the challenge that is shown. There is one until challenges can be reset. */
const run = 1
/** How long an answer waits for the read models to show what the command did (decisions: one second). */
const settleWithin = 1_000

export type Core = Awaited<ReturnType<typeof openCore>>

/** Everything that outlives a request: log, read models, pictures. Ready when all events are verified and taken in. */
export async function openCore(config: Config) {
  const output = createLog({ level: config.logLevel })
  const metrics = createMetrics()
  const onFailure = (error: Error) => {
    output.fatal({ err: error }, 'the event log failed; nothing is acknowledged any more')
    process.exit(1)
  }
  const { log, verified } = await startSqliteLog({ folder: config.dataDir, onFailure })
  const events = measuredLog(log, metrics)
  const live = inProcessLive()
  const store = memoryViews({ live })
  const media = await diskMedia(join(config.dataDir, 'media'))
  const models = readModels({
    store,
    log: events,
    clock: systemClock,
    timeZone: config.timezone,
    run,
    isHeard: live.isHeard,
  })
  const projections = startProjections({
    log: events,
    store,
    projections: models.projections,
    onFailure: ({ error, ...failure }) => output.error({ err: error, ...failure }, 'a read model failed'),
  })
  await Promise.all([verified, projections.ready])
  const settle: Settle = async (position) => {
    const answer = { position: position.toString() }
    if (await projections.reached(position, settleWithin)) return answer
    metrics.pending.inc()
    return { ...answer, pending: true }
  }
  const close = async () => {
    await projections.stop()
    await events.close()
  }
  return { output, metrics, events, live, media, models, projections, settle, close }
}
