// What admins can change about points: weights, who is ranked, and scales of reviewers. `points.ts` computes the points.

import { normalisedAverage, type RatingScales } from '../judging/normalised-score.ts'
import { totalDays } from '../challenge/challenge-day.ts'
import type { Weights } from './points.ts'

export type WeightName = keyof Weights

/**
 * How points are computed and who is ranked. `excluded`: ids of participants who keep their projects and are not ranked. With
 * `scales`, every official average counts with its normalised value.
 */
export type Scoring = { weights: Weights; excluded: readonly string[]; scales?: RatingScales | undefined }

/** The scoring of every run until an admin changes it. */
export const defaultScoring: Scoring = { weights: { projects: 3, quality: 0.5, streak: 2 }, excluded: [] }

export const weightNames = ['projects', 'quality', 'streak'] as const satisfies readonly WeightName[]

/** The largest weight; weights have one decimal. */
export const maxWeight = 20
/** Every command reads the events that name the participants. */
export const maxExcluded = 100
/** Characters of the reason for a change. */
export const maxReasonLength = 500
/** Changes of the scoring in one run, for the same reason. */
export const maxScoringChanges = 100

/** Returns the most points that a participant can have: thirty projects in a row, all with five stars. 200.0 by default. */
export const maxPoints = ({ projects, quality, streak }: Weights): number =>
  Math.round((totalDays * (projects + streak) + 100 * quality) * 10) / 10

/** The most points with any weights. */
export const maxPointsOfAll: number = maxPoints({
  projects: maxWeight,
  quality: maxWeight,
  streak: maxWeight,
})

/** Returns the average with which an official rating counts. `rater`: the id of the admin. */
export const countedAverage = (
  { rater, average }: { rater: string; average: number },
  { scales }: Pick<Scoring, 'scales'>,
): number => (scales === undefined ? average : normalisedAverage({ reviewer: rater, average }, scales))

/** Whether every participant has the same points and is ranked or not with both. */
export const isSameScoring = (left: Scoring, right: Scoring): boolean => keyOf(left) === keyOf(right)

function keyOf({ weights, excluded, scales }: Scoring): string {
  const reviewers =
    scales && Object.entries(scales.byReviewer).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([
    weightNames.map((name) => weights[name]),
    [...new Set(excluded)].sort(),
    scales ? [scales.all, reviewers] : null,
  ])
}
