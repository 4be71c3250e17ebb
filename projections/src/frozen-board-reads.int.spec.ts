import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { boardResponse, pointsResponse } from '@thirty/contracts/leaderboard/api.ts'
import { countingStore } from '@thirty/projections/testing/counting-store.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { publicStore } from './freeze/public-store.ts'
import type { Participant } from './leaderboard/participant.ts'
import { standings } from './leaderboard/standings.ts'
import { projectionsOfRun } from './run-context.ts'

const [before, frozenAt, after] = [
  '2026-01-05T12:00:00.000Z',
  '2026-01-05T13:00:00.000Z',
  '2026-01-05T14:00:00.000Z',
]
const names = Array.from({ length: 60 }, (_, index) => `P${index}`)

test('during a freeze, finding ranks reads as few entries for the last participants as for the first', async () => {
  const { leaderboard } = projectionsOfRun(firstHistory, 'UTC')
  const store = await storeAfter(
    [leaderboard],
    [
      personEvents('Root').registered({ role: 'admin' }, before),
      ...names.map((name) => personEvents(name).registered({}, before)),
      ...names.map((name) => projectEvents(name, 1).submitted({}, before)),
      challengeEvent('LeaderboardFrozen', { run: 1, frozenAt }, before),
      projectEvents('P59', 1).rated('Root', equalCriteria(5), { at: after }),
    ],
  )
  const { counted, work } = countingStore(() => store)
  const shown = publicStore(counted, () => true)
  const board = standings({
    store: shown,
    readModel: leaderboard,
    clock: () => Date.parse(after),
    timeZone: 'UTC',
  })
  const rows = await shown.range<Participant>(leaderboard, 'points', { offset: 0, limit: names.length })
  const readsOf = async (index: number) => {
    work.entries = 0
    const found = await board.withRanks(rows.slice(index, index + 1))
    expect(found.map(({ rank }) => rank)).toEqual([index + 1])
    return work.entries
  }
  await readsOf(0)
  expect(await readsOf(50)).toBe(await readsOf(5))
})

test.each([
  ['participants', 'Bob'],
  ['admins', 'Root'],
])(
  'a process that does not know of a freeze yet lists the points of the total that %s see, also after a late event from before',
  async (_, reader) => {
    const server = await startReadModelServer([
      personEvents('Root').registered({ role: 'admin' }, before),
      ...['Ada', 'Bob'].map((name) => personEvents(name).registered({}, before)),
      projectEvents('Ada', 1).submitted({}, before),
      challengeEvent('LeaderboardFrozen', { run: 1, frozenAt }, before),
      projectEvents('Ada', 1).rated('Root', equalCriteria(5), { at: after }),
      projectEvents('Ada', 2).submitted({}, before),
    ])
    onTestFinished(server.close)
    const board = await server.request('/api/leaderboard/leaderboard', reader)
    const ledger = await server.request(`/api/leaderboard/${userIdOf('Ada')}/points`, reader)
    const { data } = boardResponse.parse(board.json())
    expect(pointsResponse.parse(ledger.json()).points.at(-1)?.total).toBe(data[0]?.totalPoints)
  },
)
