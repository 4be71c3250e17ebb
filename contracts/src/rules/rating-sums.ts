import { calculateRatingAverage, roundToOneDecimal } from './points.ts'
import { criterionLabels, type Criteria, type Criterion } from './ratings.ts'

/**
 * Sums over ratings that are stored one by one. `averages` is the sum of their averages, with one decimal; `stars` is the
 * sum of a criterion, `given` the number of ratings with stars for it.
 */
export type RatingSums = { count: number; averages: number; stars: Criteria; given: Criteria }

const noStars: Criteria = { functionality: 0, design: 0, innovation: 0, codeQuality: 0, completeness: 0 }
export const noRatings: RatingSums = { count: 0, averages: 0, stars: noStars, given: noStars }

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
  return { count: left.count + right.count, averages, stars, given }
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
  const averages = roundToOneDecimal(sums.averages + times * calculateRatingAverage(criteria))
  return { count: sums.count + times, averages, stars, given }
}
