import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'
import { contributions } from './contributions.ts'
import { leaderboardProjection } from './projection.ts'

const projection = leaderboardProjection(firstHistory)
const [day1, day2, day3] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Ada', 3)]
const ids = [userIdOf('Ada'), userIdOf('Bob'), userIdOf('Nobody')]

test('returns the days of all submissions including rejected ones, but not withdrawn ones or submissions of another run', async () => {
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
    ],
  )
  expect(await contributions({ store, readModel: projection }).submittedDays(ids)).toEqual([
    [
      { day: 1, status: 'submitted', score: null },
      { day: 2, status: 'rejected', score: null },
    ],
    [],
    [],
  ])
})

test('returns the days of participants who are no longer ranked', async () => {
  const givenEvents = [
    personEvents('Ada').registered(),
    day1.submitted(),
    personEvents('Ada').status('inactive'),
  ]
  const store = await storeAfter([projection], givenEvents)
  expect(await contributions({ store, readModel: projection }).submittedDays(ids)).toEqual([
    [{ day: 1, status: 'submitted', score: null }],
    [],
    [],
  ])
  expect(await contributions({ store, readModel: projection }).submittedDays([])).toEqual([])
})
