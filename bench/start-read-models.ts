// node start-read-models.ts <folder>: starts all read models in memory over the log of a folder, from their snapshots if there
// are any, prints the milliseconds until they are ready, and saves snapshots.

import { join } from 'node:path'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { systemClock, systemScheduler } from '@thirty/infra/scheduler.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModelSnapshots } from '@thirty/infra/read-models/memory/read-model-snapshots.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'

const [folder = ''] = process.argv.slice(2)
const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
const store = memoryReadModelStore({ live: inProcessPublisher() })
const { projections } = readModels({ store, log, clock: systemClock, timeZone: 'UTC', history: firstHistory })
const snapshots = readModelSnapshots({
  store,
  log,
  folder: join(folder, 'snapshots', 'read-models'),
  erasureStreams: ['deleted-'],
  scheduler: systemScheduler,
  logName: async () => undefined,
  requireSpace: async () => undefined,
  onIgnored: (file, reason) => console.error(file, reason),
  onError: (error) => console.error(error),
})

const start = performance.now()
await snapshots.restore(projections.map(({ projection }) => projection))
const running = startProjections({ log, store, projections, onFailure: ({ error }) => console.error(error) })
await running.ready
console.log(performance.now() - start)

await running.stop()
await snapshots.save()
await store.close()
await log.close()
