import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateRatingAverage,
  calculateMean,
  roundToOneDecimal,
  calculateStreak,
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
  expect(roundToOneDecimal(4.35)).toBe(4.4)
  expect(roundToOneDecimal(1.005)).toBe(1)
  expect(roundToOneDecimal(66.65)).toBe(66.7)
})

test('the mean of several ratings is the mean of their averages', () => {
  expect(calculateMean([])).toBe(0)
  expect(calculateMean([4.2, 3.9])).toBe(4.1)
})

test('quality is 0 without ratings, and unrated projects do not lower it', () => {
  expect(scoreOf(0, 0, 1).quality).toBe(0)
  expect(scoreOf(1, 4, 2).quality).toBe(80)
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
