import { systemClock } from '@thirty/infra/clock.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { openRedisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { maxBufferedDocuments, redisBatchSize } from './redis-batch-size.ts'

// node rebuild-redis.ts <folder> <url>: builds all read models in an empty Redis from the log of a folder, and writes
// events/s.

const [folder = '', url = ''] = process.argv.slice(2)
const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
const store = await openRedisReadModelStore({ url })
const { projections } = readModels({ store, log, clock: systemClock, timeZone: 'UTC', run: 1 })

const start = performance.now()
const built = startProjections({
  log,
  store,
  projections,
  onFailure: ({ error }) => console.error(error),
  assignment: 'share',
  batch: redisBatchSize,
  maxBufferedDocuments,
})
await built.ready
const seconds = (performance.now() - start) / 1000

const parked = built.positions().find((view) => view.parked !== undefined)
if (parked !== undefined) throw new Error(`${parked.readModel.name} stopped: ${parked.parked?.reason}`)
// Positions in this log have no gaps and begin with 0 or 1, which is no matter among so many.
console.log(Number(await log.head()) / seconds)
await built.stop()
await store.close()
await log.close()
