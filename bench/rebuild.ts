// node rebuild.ts <folder> [redis url]: rebuilds all read models from the log of a folder, in memory or in an empty Redis,
// and prints events/s.

import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { redisReadModelStore } from '@thirty/infra/read-models/redis.ts'
import { openRedis } from '@thirty/infra/redis/open-redis.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { sharedStoreOptions, startProjections } from '@thirty/projections/runner/start-projections.ts'

const [folder = '', url] = process.argv.slice(2)
const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
const redis = url === undefined ? undefined : await openRedis({ url })
const store = redis ? redisReadModelStore(redis) : memoryReadModelStore({ live: inProcessPublisher() })
const { projections } = readModels({ store, log, clock: systemClock, timeZone: 'UTC', history: firstHistory })

const start = performance.now()
const running = startProjections({
  log,
  store,
  projections,
  onFailure: ({ error }) => console.error(error),
  ...(url !== undefined && sharedStoreOptions),
})
await running.ready
const seconds = (performance.now() - start) / 1000

const parked = running.positions().find((projection) => projection.parked !== undefined)
if (parked !== undefined) throw new Error(`${parked.readModel.name} is parked: ${parked.parked?.reason}`)
// Positions of this log have no gaps, so the head is the number of events.
console.log(Number(await log.head()) / seconds)
await running.stop()
redis?.close()
await log.close()
