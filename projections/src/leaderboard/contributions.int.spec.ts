import { expect, test } from 'vitest'
import { idOf, person, projectOf, storeAfter } from '../story.ts'
import { contributions } from './contributions.ts'
import { leaderboardView } from './view.ts'

const view = leaderboardView(1)
const [day1, day2, day3] = [projectOf('Ada', 1), projectOf('Ada', 2), projectOf('Ada', 3)]
const ids = [idOf('Ada'), idOf('Bob'), idOf('Nobody')]

test('everything handed in is counted, rejected or not, but not what was withdrawn or is of another run', async () => {
  const store = await storeAfter(
    [view],
    [
      person('Ada').registered(),
      person('Bob').registered(),
      ...[day1, day2, day3].map((day) => day.submitted()),
      day1.rejected(),
      day1.revised(),
      day2.rejected(),
      day3.withdrawn(),
      projectOf('Bob', 1, 2).submitted(),
    ],
  )
  expect(await contributions({ store, view }).handedIn(ids)).toEqual([2, 0, 0])
})

test('who is not on the board any more still has what was handed in', async () => {
  const story = [person('Ada').registered(), day1.submitted(), person('Ada').status('inactive')]
  const store = await storeAfter([view], story)
  expect(await contributions({ store, view }).handedIn(ids)).toEqual([1, 0, 0])
  expect(await contributions({ store, view }).handedIn([])).toEqual([])
})
