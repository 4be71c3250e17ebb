import { boardQuery } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { catalogueLog } from '@thirty/infra/event-log/catalogue-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { pastModels } from '@thirty/projections/past-models.ts'
import { members } from '@thirty/projections/people/members.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'
import { participantId } from './load/seed-community.ts'

// node time-travel.ts <folder>: reads the first page of past leaderboards at random positions over the log of a folder, and
// prints the 99th percentile of the CPU time of the main thread in milliseconds. The board of the end is folded before.

/** The first requests are slower, until the code is compiled; a server answers them once. */
const [warmUpRequests, requests] = [20, 100]
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
const past = pastModels({
  store,
  log,
  clock: systemClock,
  timeZone,
  board: () => board,
  members: members({ store, readModel: peopleProjection }),
})
const preparation = performance.now()
const end = String(await log.head())
await past.pastBoard({ ...boardQuery.parse({}), at: end }, participantId(1))
const seconds = (performance.now() - preparation) / 1_000
console.error(`  the first board took ${seconds.toFixed(1)} s`)

const head = Number(await log.head())
const [times, cpuTimes]: [number[], number[]] = [[], []]
for (let request = 1; request <= warmUpRequests + requests; request++) {
  // Spread over the log in an order that visits neighbours late.
  const position = 2 + Math.floor((head - 2) * ((request * 0.618_033_988_75) % 1))
  const [start, cpuStart] = [performance.now(), process.threadCpuUsage()]
  await past.pastBoard({ ...boardQuery.parse({}), at: String(position) }, participantId(1))
  const { user, system } = process.threadCpuUsage(cpuStart)
  if (request <= warmUpRequests) continue
  times.push(performance.now() - start)
  cpuTimes.push((user + system) / 1_000)
}
const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? NaN
const format = (values: readonly number[]): string =>
  [0.5, 0.9, 0.99].map((share) => percentile(values, share).toFixed(0)).join(', ')
console.error(`  p50, p90, p99: ${format(cpuTimes)} ms of CPU time, ${format(times)} ms elapsed`)
console.log(percentile(cpuTimes, 0.99))
await running.stop()
await store.close()
await log.close()
