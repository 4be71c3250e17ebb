import { expect, test } from 'vitest'
import { reachedMilestone } from './streak-milestones.ts'

const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test.each([
  ['completes a milestone', 3, days(1, 2), 3],
  ['completes a milestone', 7, days(1, 6), 7],
  ['completes a milestone', 21, days(1, 20), 21],
  ['completes a milestone', 30, days(1, 29), 30],
  ['begins a streak', 1, [], undefined],
  ['has too few before', 2, [1], undefined],
  ['follows a milestone', 4, days(1, 3), undefined],
  ['has too few before', 29, days(1, 28), undefined],
  ['joins two series, and reaches the longest milestone only', 4, [...days(1, 3), ...days(5, 7)], 7],
  ['joins two series, and reaches the longest milestone only', 8, [...days(1, 7), ...days(9, 15)], 14],
  ['is beside a series that has the milestone', 8, [...days(1, 7), 9], undefined],
  ['is before a series that has the milestone', 1, days(2, 8), undefined],
  ['reaches a milestone of a new series after a gap', 12, [...days(1, 7), 10, 11], 3],
])('a day that %s: %i', (_, day, before, milestone) => {
  expect(reachedMilestone(day, before)).toBe(milestone)
})
