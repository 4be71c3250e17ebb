import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
} from '@thirty/projections/testing/event-builders.ts'
import { contributions } from './contributions.ts'
import { leaderboardProjection } from './projection.ts'

const view = leaderboardProjection(1)
const [day1, day2, day3] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Ada', 3)]
const ids = [userIdOf('Ada'), userIdOf('Bob'), userIdOf('Nobody')]

test('everything handed in is counted, rejected or not, but not what was withdrawn or is of another run', async () => {
  const store = await storeAfter(
    [view],
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
  expect(await contributions({ store, readModel: view }).submissionCounts(ids)).toEqual([2, 0, 0])
})

test('who is not on the board any more still has what was handed in', async () => {
  const story = [personEvents('Ada').registered(), day1.submitted(), personEvents('Ada').status('inactive')]
  const store = await storeAfter([view], story)
  expect(await contributions({ store, readModel: view }).submissionCounts(ids)).toEqual([1, 0, 0])
  expect(await contributions({ store, readModel: view }).submissionCounts([])).toEqual([])
})
