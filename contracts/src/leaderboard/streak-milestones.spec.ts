import { expect, test } from 'vitest'
import { reachedMilestone } from './streak-milestones.ts'

const days = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test.each([
  [3, days(1, 2), 3],
  [7, days(1, 6), 7],
  [30, days(1, 29), 30],
  [21, days(1, 20), 21],
])('day %i completes a milestone', (day, before, milestone) => {
  expect(reachedMilestone(day, before)).toBe(milestone)
})

test('other lengths are not milestones', () => {
  expect(reachedMilestone(1, [])).toBeUndefined()
  expect(reachedMilestone(2, [1])).toBeUndefined()
  expect(reachedMilestone(4, days(1, 3))).toBeUndefined()
  expect(reachedMilestone(29, days(1, 28))).toBeUndefined()
})

test('a late day joins two series, and reaches the longest milestone only', () => {
  expect(reachedMilestone(4, [...days(1, 3), ...days(5, 7)])).toBe(7)
  expect(reachedMilestone(8, [...days(1, 7), ...days(9, 15)])).toBe(14)
})

test('a day beside a series that has the milestone reaches nothing', () => {
  expect(reachedMilestone(8, [...days(1, 7), 9])).toBeUndefined()
})

test('a new series after a gap reaches its own milestones', () => {
  expect(reachedMilestone(12, [...days(1, 7), 10, 11])).toBe(3)
})
