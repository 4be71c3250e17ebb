import { systemClock } from '@thirty/infra/clock.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { readModels } from '@thirty/projections/read-models.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'

// node rebuild.ts <folder>: builds all read models from the log of a folder, as a start does, and writes events/s.

const folder = process.argv[2] ?? ''
const log = await openSqliteLog({ folder, onFailure: (error) => console.error(error) })
const store = memoryReadModelStore({ live: inProcessPublisher() })
const { projections } = readModels({ store, log, clock: systemClock, timeZone: 'UTC', run: 1 })

const start = performance.now()
const built = startProjections({
  log,
  store,
  projections,
  onFailure: ({ error }) => console.error(error),
})
await built.ready
const seconds = (performance.now() - start) / 1000

const parked = built.positions().find((view) => view.parked !== undefined)
if (parked !== undefined) throw new Error(`${parked.readModel.name} stopped: ${parked.parked?.reason}`)
// Positions in this log have no gaps and begin with 0 or 1, which is no matter among so many.
console.log(Number(await log.head()) / seconds)
await built.stop()
await log.close()
