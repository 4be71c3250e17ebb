import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { userIdOf, personEvents, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { contributions } from './standings.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)
const [day1, day2, day3] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Ada', 3)]
const ids = [userIdOf('Ada'), userIdOf('Bob'), userIdOf('Nobody')]

test('returns the days of all submissions, also of rejected ones and of unranked participants, but no withdrawn ones and none of another run', async () => {
  const store = await storeAfter(
    [projection],
    [
      personEvents('Ada').registered(),
      personEvents('Bob').registered(),
      ...[day1, day2, day3].map((day) => day.submitted()),
      day1.rejected(),
      day1.revised(),
      day2.rejected(),
      day3.withdrawn(),
      projectEvents('Bob', 1, 2).submitted(),
      personEvents('Ada').status('inactive'),
    ],
  )
  const { submittedDays } = contributions({ store, readModel: projection, clock: () => 0, timeZone: 'UTC' })
  expect(await submittedDays(ids)).toEqual([
    [
      { day: 1, status: 'submitted', score: null },
      { day: 2, status: 'rejected', score: null },
    ],
    [],
    [],
  ])
  expect(await submittedDays([])).toEqual([])
})

test('only the first participants are compared', async () => {
  const given = [day1.submitted(), projectEvents('Bob', 1).submitted(), day2.submitted()]
  const store = await storeAfter([projection], given)
  const { compared } = contributions({ store, readModel: projection, clock: () => 0, timeZone: 'UTC' })
  expect(await compared(1, defaultScoring)).toMatchObject([{ id: userIdOf('Ada'), rank: 1 }])
})
