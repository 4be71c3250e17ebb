import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import {
  equalCriteria,
  userIdOf,
  personEvents,
  projectEvents,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { contributions } from './contributions.ts'
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
  const { submittedDays } = contributions({ store, readModel: projection, timeZone: 'UTC' })
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

test('the points of the first participants follow from their ratings by the formula of the leaderboard', async () => {
  const names = ['Ada', 'Bob', 'Cleo']
  const rated = (name: string, day: number, ...stars: number[]) => {
    const project = projectEvents(name, day)
    return [
      project.submitted(),
      ...stars.map((count, index) => project.rated(index === 0 ? 'Root' : 'Rita', equalCriteria(count))),
    ]
  }
  const store = await storeAfter(
    [projection],
    [
      ...names.map((name) => personEvents(name).registered()),
      ...rated('Ada', 1, 4, 2),
      ...rated('Ada', 2, 5),
      ...rated('Bob', 1, 1),
      ...rated('Cleo', 1),
      projectEvents('Bob', 1).rejected(),
    ],
  )
  const { compared } = contributions({ store, readModel: projection, timeZone: 'UTC' })
  const all = await compared(9, defaultScoring)
  expect(all.map(({ name, rank }) => [name, rank])).toEqual([
    ['Ada', 1],
    ['Cleo', 2],
    ['Bob', 3],
  ])
  expect(all.map(({ otherPoints }) => otherPoints)).toEqual(all.map(({ points }) => points))
  expect(await compared(1, defaultScoring)).toHaveLength(1)
  await store.close()
})
