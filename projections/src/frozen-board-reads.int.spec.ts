import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { countingStore } from '@thirty/projections/testing/counting-store.ts'
import {
  challengeEvent,
  equalCriteria,
  personEvents,
  projectEvents,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { publicStore } from './freeze/public-store.ts'
import type { Participant } from './leaderboard/participant.ts'
import { standings } from './leaderboard/standings.ts'
import { projectionsOfRun } from './projections-of-run.ts'

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
