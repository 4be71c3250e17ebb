// Sums over ratings, from which averages are computed without reading all ratings.

import { calculateRatingAverage, roundToOneDecimal } from '../leaderboard/points.ts'
import { criterionLabels, perCriterion, type Criteria, type Criterion } from './ratings.ts'

/**
 * The number of ratings with 5, 4, 3, 2 and 1 stars. The stars of a rating are its average, rounded; an average below 1 counts
 * as one star.
 */
export type RatingSpread = readonly [number, number, number, number, number]

/**
 * Sums over ratings that are stored one by one. `averages` is the sum of their averages, with one decimal; `stars` is the
 * sum of a criterion, `given` the number of ratings with stars for it.
 */
export type RatingSums = {
  count: number
  averages: number
  stars: Criteria
  given: Criteria
  spread: RatingSpread
}

const noStars: Criteria = perCriterion(() => 0)
const noSpread: RatingSpread = [0, 0, 0, 0, 0]
export const noRatings: RatingSums = {
  count: 0,
  averages: 0,
  stars: noStars,
  given: noStars,
  spread: noSpread,
}

/** Returns the sums with one more rating. */
export const addRating = (sums: RatingSums, criteria: Criteria): RatingSums => changeBy(sums, criteria, 1)

/** Returns the sums without a rating that was added before. */
export const removeRating = (sums: RatingSums, criteria: Criteria): RatingSums => changeBy(sums, criteria, -1)

/** Returns the sums over two sets of ratings together. */
export function addSums(left: RatingSums, right: RatingSums): RatingSums {
  const stars = { ...left.stars }
  const given = { ...left.given }
  for (const [criterion] of criterionLabels) {
    stars[criterion] += right.stars[criterion]
    given[criterion] += right.given[criterion]
  }
  const averages = roundToOneDecimal(left.averages + right.averages)
  const spread = mapSpread(left.spread, (count, index) => count + (right.spread[index] ?? 0))
  return { count: left.count + right.count, averages, stars, given, spread }
}

/** Returns the mean of the averages with one decimal; 0 without ratings. */
export const meanAverage = ({ count, averages }: Pick<RatingSums, 'count' | 'averages'>): number =>
  count === 0 ? 0 : roundToOneDecimal(averages / count)

/** Returns the mean of a criterion over the ratings that gave it stars; null if none did. */
export const criterionMean = ({ stars, given }: RatingSums, criterion: Criterion): number | null =>
  given[criterion] === 0 ? null : roundToOneDecimal(stars[criterion] / given[criterion])

function changeBy(sums: RatingSums, criteria: Criteria, times: 1 | -1): RatingSums {
  const stars = { ...sums.stars }
  const given = { ...sums.given }
  for (const [criterion] of criterionLabels) {
    if (criteria[criterion] === 0) continue
    stars[criterion] += times * criteria[criterion]
    given[criterion] += times
  }
  const average = calculateRatingAverage(criteria)
  const averages = roundToOneDecimal(sums.averages + times * average)
  const changedIndex = 5 - Math.max(1, Math.round(average))
  const spread = mapSpread(sums.spread, (count, index) => count + (index === changedIndex ? times : 0))
  return { count: sums.count + times, averages, stars, given, spread }
}

function mapSpread(
  [five, four, three, two, one]: RatingSpread,
  change: (count: number, index: number) => number,
): RatingSpread {
  return [change(five, 0), change(four, 1), change(three, 2), change(two, 3), change(one, 4)]
}
