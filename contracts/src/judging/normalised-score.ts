// Normalised scores: averages as if all reviewers were equally strict. A rating a becomes M + (a - m) / s * S, between 0 and 5: m and s are
// the mean and the deviation of the averages of one reviewer, M and S of all reviewers. Both are drawn towards the mean and the deviation
// of all, as if the reviewer had given three more average ratings, because few ratings prove little. Ratings of withdrawn and rejected
// projects, replaced ratings, and ratings with a conflict of interest are in no scale. Bias is another figure: the mean difference to other
// reviewers who rated the same projects, because a reviewer who was given weak projects is not strict. A reviewer who was given better
// projects is corrected, too; organisers see both numbers.

import { roundToOneDecimal } from '../leaderboard/points.ts'

/** One official rating, as far as reviewers are compared: who gave it, and its average (0–5, with one decimal). */
export type OfficialRating = { reviewer: string; average: number }

/** How somebody uses the stars: number, mean and standard deviation (of the population) of the averages. */
export type RatingScale = { ratings: number; mean: number; deviation: number }

/** The scales of all reviewers together, and of each. */
export type RatingScales = { all: RatingScale; byReviewer: Readonly<Record<string, RatingScale>> }

/** With fewer ratings the spread of a reviewer is chance, so only the mean is corrected. */
const fewestForDeviation = 5

/** A scale is corrected as if the reviewer had given this many further ratings with the mean and deviation of all. */
const assumedRatings = 3

/** Returns the scales behind these ratings, in any order. The scale of no ratings has mean and deviation 0. */
export function ratingScales(ratings: readonly OfficialRating[]): RatingScales {
  const byReviewer = Map.groupBy(ratings, ({ reviewer }) => reviewer)
  return scalesFromSums(Object.fromEntries([...byReviewer].map(([reviewer, own]) => [reviewer, sumsOf(own)])))
}

function sumsOf(ratings: readonly OfficialRating[]): ScaleSums {
  const tenths = ratings.map(({ average }) => Math.round(average * 10))
  return {
    ratings: ratings.length,
    tenths: tenths.reduce((sum, each) => sum + each, 0),
    squares: tenths.reduce((sum, each) => sum + each ** 2, 0),
  }
}

/**
 * Sums over the ratings of a reviewer, as a read model keeps them: their number, the sum of their averages in tenths of a star, and
 * the sum of the squares of these.
 */
export type ScaleSums = { ratings: number; tenths: number; squares: number }

/** Returns the scales behind these sums: the same as `ratingScales` of the ratings. */
export function scalesFromSums(byReviewer: Readonly<Record<string, ScaleSums>>): RatingScales {
  const all = { ratings: 0, tenths: 0, squares: 0 }
  for (const { ratings, tenths, squares } of Object.values(byReviewer)) {
    all.ratings += ratings
    all.tenths += tenths
    all.squares += squares
  }
  return {
    all: scaleFromSums(all),
    byReviewer: Object.fromEntries(
      Object.entries(byReviewer).map(([reviewer, sums]) => [reviewer, scaleFromSums(sums)]),
    ),
  }
}

/** Tenths are whole numbers, so the variance of equal ratings is exactly 0. */
function scaleFromSums({ ratings, tenths, squares }: ScaleSums): RatingScale {
  if (ratings === 0) return { ratings: 0, mean: 0, deviation: 0 }
  const variance = (ratings * squares - tenths ** 2) / ratings ** 2
  return { ratings, mean: tenths / ratings / 10, deviation: Math.sqrt(Math.max(0, variance)) / 10 }
}

/**
 * Returns the average as if a reviewer of average strictness had given it, 0–5 with one decimal: its z-score on the scale of the reviewer,
 * put on the scale of all reviewers. The scale of the reviewer first shrinks towards the scale of all reviewers, the more the fewer ratings
 * it has (as in an empirical Bayes estimate), so one harsh rating proves no harsh reviewer. A reviewer without ratings is not corrected.
 * Source of the z-score: E. Kreyszig, Advanced Engineering Mathematics, "standardised random variable".
 */
export function normalisedAverage({ reviewer, average }: OfficialRating, scales: RatingScales): number {
  const own = scales.byReviewer[reviewer]
  if (own === undefined || own.ratings === 0) return average
  const { all } = scales
  const weight = own.ratings / (own.ratings + assumedRatings)
  const mean = weight * own.mean + (1 - weight) * all.mean
  const usesDeviation = own.ratings >= fewestForDeviation && own.deviation > 0 && all.deviation > 0
  const deviation = usesDeviation ? weight * own.deviation + (1 - weight) * all.deviation : all.deviation
  const z = deviation === 0 ? average - mean : (average - mean) / deviation
  const normalised = all.mean + (deviation === 0 ? z : z * all.deviation)
  return roundToOneDecimal(Math.min(5, Math.max(0, normalised)))
}
