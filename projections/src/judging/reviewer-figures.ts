// Figures about how reviewers rate, from sums and counts of indexes.

import type { JudgingPerson, ReviewerFigures } from '@thirty/contracts/judging/api.ts'
import {
  scalesFromSums,
  type RatingScales,
  type ScaleSums,
} from '@thirty/contracts/judging/normalised-score.ts'
import type { Source } from '../document-reads.ts'
import {
  reviewerIds,
  type Reviewer,
  givenIndex,
  reviewersIndex,
  sharedIndex,
  squaresIndex,
} from './documents.ts'

export type FoundReviewer = { id: string; document: Reviewer }

/** More people are never admins at the same time. */
const maxReviewers = 1000

export async function loadReviewers({ store, readModel }: Source): Promise<FoundReviewer[]> {
  const found = await store.range<Reviewer>(readModel, reviewersIndex, { offset: 0, limit: maxReviewers })
  return found.map(({ id, document }) => ({ id: reviewerIds.subject(id), document }))
}

/** Returns the scales of all reviewers with ratings. Reads sums of indexes only. */
export async function loadScales({ store, readModel }: Source, reviewers: readonly FoundReviewer[]) {
  const sums = await Promise.all(
    reviewers
      .filter(({ document }) => document.hasRated)
      .map(async ({ id }): Promise<[string, ScaleSums]> => {
        const [ratings, tenths, squares] = await Promise.all([
          store.count(readModel, givenIndex(id)),
          store.sum(readModel, givenIndex(id)),
          store.sum(readModel, squaresIndex(id)),
        ])
        return [id, { ratings, tenths, squares }]
      }),
  )
  return scalesFromSums(Object.fromEntries(sums.filter(([, { ratings }]) => ratings > 0)))
}

/** The averages in tenths that are shown as 1, 2, 3, 4 and 5 stars: they are rounded, and less than one star is one star. */
const starBins = [
  [0, 14],
  [15, 24],
  [25, 34],
  [35, 44],
  [45, 50],
] as const

/** Two ratings of a project that are at least this many stars apart need another look. */
export const disagreementStars = 2
const mostStars = 5
/** Differences have six decimals. */
const tolerance = 1e-7

export async function figuresOf(
  { store, readModel }: Source,
  { reviewer, scale }: { reviewer: JudgingPerson; scale: RatingScales['all'] },
): Promise<ReviewerFigures> {
  const { _id: id } = reviewer
  const shared = sharedIndex(id)
  const [projects, difference, low, high, distribution] = await Promise.all([
    store.count(readModel, shared),
    store.sum(readModel, shared),
    store.countBetween(readModel, shared, -mostStars, -disagreementStars + tolerance),
    store.countBetween(readModel, shared, disagreementStars - tolerance, mostStars),
    Promise.all(
      starBins.map(([lowest, highest]) => store.countBetween(readModel, givenIndex(id), lowest, highest)),
    ),
  ])
  return {
    reviewer,
    ...scale,
    bias: projects === 0 ? null : { stars: difference / projects, projects },
    distribution,
    outliers: low + high,
  }
}
