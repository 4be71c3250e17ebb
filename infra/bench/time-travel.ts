import { join } from 'node:path'
import { boardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { openBoardSnapshots } from '@thirty/projections/past-boards/board-snapshots.ts'
import { pastBoardVersion, pastModels } from '@thirty/projections/past-models.ts'
import { members } from '@thirty/projections/people/members.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { participantId } from './load/seed-community.ts'

// node time-travel.ts <folder>: reads the first page of past leaderboards at random positions over the log of a folder, and
// prints the 99th percentile in milliseconds. The snapshots are made before, unless they are there.

const requests = 60
const timeZone = 'UTC'
const [folder = ''] = process.argv.slice(2)
const onError = (error: unknown) => console.error(error)
const log = catalogueLog(await openSqliteLog({ folder, onFailure: onError }), catalogue)
const store = memoryReadModelStore({ live: inProcessPublisher() })
const board = leaderboardProjection(firstHistory, timeZone)
const running = startProjections({
  log,
  store,
  projections: [{ projection: board }],
  onFailure: ({ error }) => onError(error),
})
await running.ready
const snapshots = await openBoardSnapshots({
  folder: join(folder, 'snapshots', 'boards'),
  log,
  version: pastBoardVersion(timeZone),
  onError,
})
const past = pastModels({
  store,
  log,
  clock: systemClock,
  timeZone,
  board: () => board,
  members: members({ store, readModel: peopleProjection }),
  snapshots,
})
await past.saveSnapshots()

const head = Number(await log.head())
const times: number[] = []
for (let request = 0; request < requests; request++) {
  // Spread over the log in an order that visits neighbours late.
  const position = 2 + Math.floor((head - 2) * ((request * 0.618_033_988_75) % 1))
  const start = performance.now()
  await past.pastBoard({ ...boardQuery.parse({}), at: String(position) }, participantId(1))
  times.push(performance.now() - start)
}
console.log(times.toSorted((left, right) => left - right)[Math.floor(requests * 0.99)])
await snapshots.settled()
await running.stop()
await store.close()
await log.close()
