import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateRatingAverage,
  calculateMean,
  roundToOneDecimal,
  calculateQuality,
  calculateScore,
  calculateStreak,
} from './points.ts'

const stars = fc.integer({ min: 0, max: 5 })
const criteria = fc
  .record({ functionality: stars, design: stars, innovation: stars, codeQuality: stars, completeness: stars })
  .filter((each) => Object.values(each).some((value) => value > 0))
const project = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  officialAverages: fc.array(criteria.map(calculateRatingAverage), { maxLength: 4 }),
})
const projects = fc.uniqueArray(project, { selector: (each) => each.day, maxLength: 30 })

test('the average is over all five criteria, zeros included', () => {
  expect(
    calculateRatingAverage({ functionality: 5, design: 0, innovation: 0, codeQuality: 0, completeness: 0 }),
  ).toBe(1)
  expect(
    calculateRatingAverage({ functionality: 5, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }),
  ).toBe(4.2)
})

test('one decimal rounds half up, without binary noise', () => {
  expect(roundToOneDecimal(4.35)).toBe(4.4)
  expect(roundToOneDecimal(1.005)).toBe(1)
  expect(roundToOneDecimal(66.65)).toBe(66.7)
})

test('several ratings make the mean of their averages', () => {
  expect(calculateMean([])).toBe(0)
  expect(calculateMean([4.2, 3.9])).toBe(4.1)
})

test('nobody rated: quality 0; unrated projects do not pull quality down', () => {
  expect(calculateQuality([{ day: 1, officialAverages: [] }])).toBe(0)
  expect(
    calculateQuality([
      { day: 1, officialAverages: [4] },
      { day: 2, officialAverages: [] },
    ]),
  ).toBe(80)
})

test('the streak is the unbroken series that ends at the latest day', () => {
  expect(calculateStreak([])).toBe(0)
  expect(calculateStreak([3])).toBe(1)
  expect(calculateStreak([1, 2, 4, 5, 6])).toBe(3)
  expect(calculateStreak([6, 4, 5, 1, 2])).toBe(3)
})

test('thirty perfect days make 200.0 points', () => {
  const month = Array.from({ length: 30 }, (_, index) => ({ day: index + 1, officialAverages: [5] }))
  expect(calculateScore(month)).toEqual({ totalPoints: 200, projects: 30, quality: 100, streak: 30 })
})

test('points stay between 0 and 200, have one decimal, and are never 0 for somebody with a project', () => {
  fc.assert(
    fc.property(projects, (counted) => {
      const score = calculateScore(counted)
      expect(score.totalPoints).toBeGreaterThanOrEqual(0)
      expect(score.totalPoints).toBeLessThanOrEqual(200)
      expect(roundToOneDecimal(score.totalPoints)).toBe(score.totalPoints)
      expect(score.totalPoints > 0).toBe(counted.length > 0)
    }),
  )
})

test('the order in which projects came in does not matter', () => {
  fc.assert(
    fc.property(projects, (counted) => {
      expect(calculateScore(counted.toReversed())).toEqual(calculateScore(counted))
    }),
  )
})

test('one more project the day after the latest is worth 5 points when nothing is rated', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 29 }), (latest) => {
      const before = [{ day: latest, officialAverages: [] }]
      const after = [...before, { day: latest + 1, officialAverages: [] }]
      expect(calculateScore(after).totalPoints - calculateScore(before).totalPoints).toBe(5)
    }),
  )
})

test('a better rating never costs points', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.2, max: 4.9, noNaN: true }), (average) => {
      const rated = (value: number) =>
        calculateScore([{ day: 1, officialAverages: [roundToOneDecimal(value)] }]).totalPoints
      expect(rated(average + 0.1)).toBeGreaterThanOrEqual(rated(average))
    }),
  )
})
