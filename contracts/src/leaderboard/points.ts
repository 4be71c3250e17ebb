// How a score follows from projects: averages of ratings, quality, streaks and points. `scoring.ts` has what admins can change about that.

import { totalDays } from '../challenge/challenge-day.ts'
import { criterionLabels, type Criteria } from '../judging/ratings.ts'

/** What a project, a point of quality (0–100) and a day of the streak are worth in points. */
export type Weights = { projects: number; quality: number; streak: number }

/**
 * The score of a participant. `quality` is the mean official average of the rated projects × 20: 0–100, 0 if none is rated. `quality` and
 * `totalPoints` have one decimal.
 */
export type Score = { totalPoints: number; projects: number; quality: number; streak: number }

/** Rounds half up to one decimal. Not affected by floating-point noise such as (0.6 + 0.7) / 2 = 0.6499…. */
export const roundToOneDecimal = (value: number): number => Math.round(Math.round(value * 1e7) / 1e6) / 10

/** Returns the average over all criteria, zeros included, with one decimal. */
export function calculateRatingAverage(criteria: Criteria): number {
  let stars = 0
  for (const [criterion] of criterionLabels) stars += criteria[criterion]
  return roundToOneDecimal(stars / criterionLabels.length)
}

/** Returns the mean of several averages with one decimal; 0 for an empty list. */
export function calculateMean(averages: readonly number[]): number {
  if (averages.length === 0) return 0
  return roundToOneDecimal(averages.reduce((sum, average) => sum + average, 0) / averages.length)
}

/** Returns the number of consecutive days beside a day: before it, or with `step` 1 after it. */
function daysBeside(day: number, days: readonly number[], step: 1 | -1 = -1): number {
  let length = 0
  while (days.includes(day + step * (length + 1))) length += 1
  return length
}

/** Returns the number of consecutive days up to and including the latest one. */
export const calculateStreak = (days: readonly number[]): number => daysBeside(Math.max(0, ...days) + 1, days)

/** Returns the number of days in the longest run of consecutive days, whenever it was. */
export const calculateLongestStreak = (days: readonly number[]): number =>
  Math.max(0, ...days.map((day) => daysBeside(day + 1, days)))

/** The lengths of a streak that the community feed reports, ascending. */
const streakMilestones: readonly number[] = [3, 7, 14, 21, totalDays]

/**
 * Returns the longest milestone that a series of consecutive days reaches by one more day; `undefined` if it reaches none.
 * `days`: the days before, without this one, in any order.
 */
export function reachedMilestone(day: number, days: readonly number[]): number | undefined {
  const before = daysBeside(day, days)
  const after = daysBeside(day, days, 1)
  return streakMilestones.findLast(
    (milestone) => milestone <= before + 1 + after && milestone > Math.max(before, after),
  )
}

/**
 * The numbers behind a score: projects, how many of them have official ratings, the sum of the official averages of these
 * (`stars`), and the streak.
 */
export type Tally = { projects: number; rated: number; stars: number; streak: number }

/** Returns the score: projects, quality and streak, each times its weight, with one decimal. */
export function scoreFromTally({ projects, rated, stars, streak }: Tally, weights: Weights): Score {
  const quality = rated === 0 ? 0 : roundToOneDecimal((stars / rated) * 20)
  return {
    totalPoints: roundToOneDecimal(
      weights.projects * projects + weights.quality * quality + weights.streak * streak,
    ),
    projects,
    quality,
    streak,
  }
}
