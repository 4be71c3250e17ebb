import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  normalisedAverage,
  ratingScales,
  scalesFromSums,
  type OfficialRating,
  type RatingScale,
} from './normalised-score.ts'

const given = (reviewer: string, ...averages: number[]): OfficialRating[] =>
  averages.map((average) => ({ reviewer, average }))

const averages = fc.integer({ min: 2, max: 50 }).map((tenths) => tenths / 10)
const ratings = fc.array(fc.record({ reviewer: fc.constantFrom('ada', 'bob', 'eve'), average: averages }), {
  minLength: 1,
  maxLength: 60,
})

test('a strict and a lenient reviewer with the same order of projects come closer to each other', () => {
  const strict = given('ada', 1, 1.5, 2, 2.5, 3, 2, 1.5, 2.5)
  const lenient = given('bob', 3, 3.5, 4, 4.5, 5, 4, 3.5, 4.5)
  const scales = ratingScales([...strict, ...lenient])
  expect(normalisedAverage({ reviewer: 'ada', average: 2 }, scales)).toBe(2.6)
  expect(normalisedAverage({ reviewer: 'bob', average: 4 }, scales)).toBe(3.4)
})

test('a wide and a narrow spread around the same mean come closer to each other', () => {
  const wide = given('ada', 1, 2, 3, 4, 5, 1, 5, 3, 3, 3)
  const narrow = given('bob', 2.6, 2.8, 3, 3.2, 3.4, 2.6, 3.4, 3, 3, 3)
  const scales = ratingScales([...wide, ...narrow])
  expect(normalisedAverage({ reviewer: 'ada', average: 5 }, scales)).toBeLessThan(5)
  expect(normalisedAverage({ reviewer: 'bob', average: 3.4 }, scales)).toBeGreaterThan(3.4)
})

test('a reviewer without ratings is not corrected', () => {
  expect(normalisedAverage({ reviewer: 'eve', average: 2.2 }, ratingScales(given('ada', 4, 5)))).toBe(2.2)
})

test('a single reviewer is not corrected', () => {
  fc.assert(
    fc.property(fc.array(averages, { minLength: 1, maxLength: 30 }), (own) => {
      const scales = ratingScales(given('ada', ...own))
      for (const average of own)
        expect(normalisedAverage({ reviewer: 'ada', average }, scales)).toBeCloseTo(average, 5)
    }),
  )
})

test('stays between 0 and 5 and keeps the order of each reviewer', () => {
  fc.assert(
    fc.property(ratings, averages, averages, (all, one, other) => {
      const scales = ratingScales(all)
      const [lower, higher] = [Math.min(one, other), Math.max(one, other)].map((average) =>
        normalisedAverage({ reviewer: 'ada', average }, scales),
      )
      expect(lower).toBeGreaterThanOrEqual(0)
      expect(higher).toBeLessThanOrEqual(5)
      expect(lower).toBeLessThanOrEqual(higher ?? Number.NaN)
    }),
  )
})

test('scales have the mean and the deviation of the ratings, in any order', () => {
  fc.assert(
    fc.property(ratings, (all) => {
      const scales = ratingScales(all)
      const expectScale = (scale: RatingScale | undefined, given: readonly OfficialRating[]) => {
        const mean = given.reduce((sum, { average }) => sum + average, 0) / given.length
        const variance = given.reduce((sum, { average }) => sum + (average - mean) ** 2, 0) / given.length
        expect(scale?.ratings).toBe(given.length)
        expect(scale?.mean).toBeCloseTo(mean, 8)
        expect(scale?.deviation).toBeCloseTo(Math.sqrt(variance), 6)
      }
      expectScale(scales.all, all)
      for (const [reviewer, own] of Map.groupBy(all, (rating) => rating.reviewer))
        expectScale(scales.byReviewer[reviewer], own)
      expect(ratingScales(all.toReversed())).toEqual(scales)
    }),
  )
})

test('equal ratings have a deviation of exactly 0, so a reviewer who gives nothing else is corrected by the mean only', () => {
  expect(scalesFromSums({ ada: { ratings: 3, tenths: 3 * 33, squares: 3 * 33 ** 2 } }).all.deviation).toBe(0)
  const scales = ratingScales([...given('ada', 1.4, 1.4, 1.4, 1.4, 1.4, 1.4), ...given('bob', 1, 2, 3, 4, 5)])
  expect(scales.byReviewer['ada']).toEqual({ ratings: 6, mean: 1.4, deviation: 0 })
  expect(normalisedAverage({ reviewer: 'ada', average: 1.4 }, scales)).toBe(1.9)
})
