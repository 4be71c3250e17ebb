import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundToOneDecimal, scoreFromTally } from './points.ts'
import { excludedSchema, weightsSchema } from './scoring-api.ts'
import {
  countedAverage,
  defaultScoring,
  isSameScoring,
  maxExcluded,
  maxPoints,
  maxPointsOfAll,
  type Scoring,
} from './scoring.ts'

const weight = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10)
const weights = fc
  .record({ projects: weight, quality: weight, streak: weight })
  .filter(({ projects, quality, streak }) => projects + quality + streak > 0)
const average = fc.integer({ min: 2, max: 50 }).map((tenths) => tenths / 10)
const tallies = fc
  .tuple(fc.array(fc.option(average), { maxLength: 30 }), fc.nat({ max: 30 }))
  .map(([averages, streak]) => {
    const rated = averages.filter((each) => each !== null)
    const stars = rated.reduce((sum, each) => sum + each, 0)
    return {
      projects: averages.length,
      rated: rated.length,
      stars,
      streak: Math.min(streak, averages.length),
    }
  })
const month = { projects: 30, rated: 30, stars: 150, streak: 30 }

test('with any weights, a perfect month has the most points, and nobody has more', () => {
  fc.assert(
    fc.property(weights, tallies, (given, counted) => {
      expect(scoreFromTally(month, given).totalPoints).toBe(maxPoints(given))
      const { totalPoints } = scoreFromTally(counted, given)
      expect(totalPoints).toBeLessThanOrEqual(maxPoints(given))
      expect(totalPoints).toBeGreaterThanOrEqual(0)
      expect(roundToOneDecimal(totalPoints)).toBe(totalPoints)
      expect(maxPoints(given)).toBeLessThanOrEqual(maxPointsOfAll)
    }),
  )
})

test('a higher weight never lowers points, and weights change neither quality nor streak', () => {
  fc.assert(
    fc.property(
      weights,
      tallies,
      fc.constantFrom('projects', 'quality', 'streak'),
      (given, counted, name) => {
        const raised = { ...given, [name]: given[name] + 0.1 }
        const [before, after] = [scoreFromTally(counted, given), scoreFromTally(counted, raised)]
        expect(after.totalPoints).toBeGreaterThanOrEqual(before.totalPoints)
        expect({ ...after, totalPoints: 0 }).toEqual({ ...before, totalPoints: 0 })
      },
    ),
  )
})

test('every weight that one can choose is accepted, and the default, too', () => {
  fc.assert(fc.property(weights, (given) => weightsSchema.safeParse(given).success))
  expect(weightsSchema.safeParse(defaultScoring.weights).success).toBe(true)
})

test.each([
  [{ projects: 0, quality: 0, streak: 0 }, 'At least one weight must be above 0.'],
  [{ projects: -0.1, quality: 1, streak: 0 }, 'A weight must be at least 0.'],
  [{ projects: 20.1, quality: 1, streak: 0 }, 'A weight must be at most 20.'],
  [{ projects: 0.25, quality: 1, streak: 0 }, 'A weight can have at most one decimal.'],
])('refuses the weights %j', (given, message) => {
  expect(weightsSchema.safeParse(given).error?.issues[0]?.message).toBe(message)
})

test('refuses a participant who is named twice, an invalid id, and too many participants', () => {
  const id = '0198c0de-0000-7000-8000-00000000000a'
  expect(excludedSchema.safeParse([id]).success).toBe(true)
  expect(excludedSchema.safeParse([id, id]).success).toBe(false)
  expect(excludedSchema.safeParse(['Ada']).success).toBe(false)
  const many = Array.from({ length: maxExcluded + 1 }, (_, index) => id.slice(0, -3) + String(100 + index))
  expect(excludedSchema.safeParse(many).success).toBe(false)
})

test('a rating counts as it is without scales, and normalised with them', () => {
  const rating = { rater: 'ada', average: 2 }
  expect(countedAverage(rating, {})).toBe(2)
  const all = { ratings: 20, mean: 3.5, deviation: 1 }
  const scales = { all, byReviewer: { ada: { ratings: 10, mean: 2, deviation: 1 } } }
  expect(countedAverage(rating, { scales })).toBeGreaterThan(2)
})

test('scorings are the same in any order of participants and reviewers', () => {
  const scale = (mean: number) => ({ ratings: 5, mean, deviation: 1 })
  const one: Scoring = {
    ...defaultScoring,
    excluded: ['a', 'b'],
    scales: { all: scale(3), byReviewer: { x: scale(2), y: scale(4) } },
  }
  const other: Scoring = {
    ...one,
    excluded: ['b', 'a'],
    scales: { all: scale(3), byReviewer: { y: scale(4), x: scale(2) } },
  }
  expect(isSameScoring(one, other)).toBe(true)
  expect(isSameScoring(one, { ...one, excluded: ['a'] })).toBe(false)
  expect(isSameScoring(one, { ...one, scales: undefined })).toBe(false)
  expect(isSameScoring(one, { ...one, weights: { ...one.weights, streak: 2.1 } })).toBe(false)
})
