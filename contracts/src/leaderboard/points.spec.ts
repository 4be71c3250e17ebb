import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateRatingAverage,
  calculateMean,
  roundToOneDecimal,
  calculateStreak,
  reachedMilestone,
  scoreFromTally,
} from './points.ts'
import { defaultScoring } from './scoring.ts'
import { perCriterion } from '../judging/ratings.ts'

const scoreOf = (rated: number, stars: number, projects = rated) =>
  scoreFromTally({ projects, rated, stars, streak: 1 }, defaultScoring.weights)

test('the average is over all five criteria, zeros included', () => {
  const averageOf = (others: number) =>
    calculateRatingAverage({ ...perCriterion(() => others), functionality: 5 })
  expect([averageOf(0), averageOf(4)]).toEqual([1, 4.2])
})

test('rounds half up to one decimal, without floating-point noise', () => {
  // 1.3499999999999999 and 0.6499999999999999
  expect([(0.3 + 2.4) / 2, (0.6 + 0.7) / 2].map(roundToOneDecimal)).toEqual([1.4, 0.7])
  expect(roundToOneDecimal(1.005)).toBe(1)
  expect(roundToOneDecimal(66.65)).toBe(66.7)
})

test('the mean of several ratings is the mean of their averages', () => {
  expect(calculateMean([])).toBe(0)
  expect(calculateMean([4.2, 3.9])).toBe(4.1)
})

test('quality is 0 without ratings and has one decimal, and unrated projects do not lower it', () => {
  expect(scoreOf(0, 0, 1).quality).toBe(0)
  expect(scoreOf(1, 4, 2).quality).toBe(80)
  expect(scoreOf(3, 13).quality).toBe(86.7)
})

test('the streak counts the consecutive days up to the latest one', () => {
  expect(calculateStreak([])).toBe(0)
  expect(calculateStreak([3])).toBe(1)
  expect(calculateStreak([1, 2, 4, 5, 6])).toBe(3)
  expect(calculateStreak([6, 4, 5, 1, 2])).toBe(3)
})

test('a better rating never lowers the points', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 4.9, noNaN: true }), (average) => {
      const rated = (stars: number) => scoreOf(1, roundToOneDecimal(stars)).totalPoints
      expect(rated(average + 0.1)).toBeGreaterThanOrEqual(rated(average))
    }),
  )
})

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
  ['joins two series, and reaches the longest milestone only', 14, [...days(1, 13), ...days(15, 27)], 21],
  ['is beside a series that has the milestone', 8, [...days(1, 7), 9], undefined],
  ['is before a series that has the milestone', 1, days(2, 8), undefined],
  ['reaches a milestone of a new series after a gap', 12, [...days(1, 7), 10, 11], 3],
])('a day that %s: %i', (_, day, before, milestone) => {
  expect(reachedMilestone(day, before)).toBe(milestone)
})
