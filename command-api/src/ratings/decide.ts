import { criterionLabels } from '@thirty/contracts/judging/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { isCounted } from '@thirty/contracts/projects/project-life.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { calculateRatingAverage, calculateMean } from '@thirty/contracts/leaderboard/points.ts'
import { maxReactionBytes, textBytes, textsBy } from '@thirty/contracts/user-texts/written-texts.ts'
import { ratingsIn, type RatedProject, type Rating } from './evolve.ts'

/**
 * How often one person may change a rating of a project: every command about the project reads all of its events. The
 * ratings of earlier submissions count, because they stay in the stream.
 */
export const maxRatingChanges = 20

export type RateProject = Rating & {
  rater: string
  owner: string
  savedText?: string | undefined
  nameOpen?: true | undefined
}

/**
 * Rates a project. A new rating replaces the previous one of the same rater; an equal one changes nothing. A rating that replaces an
 * official one is official, too: its request may have begun before the rater became an admin, and `isAdmin` is never unset.
 */
export function rate(project: RatedProject, { owner, ...given }: RateProject): ProjectEvent[] {
  const current = findRatingBy(given.rater, project)
  const rating = { ...given, official: given.official || current?.official === true }
  if (project.status === 'none') refuse('project-not-found', 'projectNotFound')
  if (rating.rater === owner) refuse('own-project', 'ownProject')
  if (!isCounted(project)) refuse('not-rateable', 'cannotBeRated')
  if (Object.values(rating.criteria).every((stars) => stars === 0)) refuse('no-criterion', 'noCriterion')
  if (current !== undefined && isSameRating(current, rating)) return []
  if (textsBy(project.texts, rating.rater, 'rating').count > maxRatingChanges)
    refuse('too-many', 'ratedTooOften')
  const bytes = textBytes(rating.feedback)
  // Stars alone always fit, also for a person who wrote more than this before there was a budget.
  if (bytes > 0 && textsBy(project.texts, rating.rater).bytes + bytes > maxReactionBytes)
    refuse('too-many', 'textsLimit')
  return [{ type: 'ProjectRated', data: rating }]
}

function findRatingBy(rater: string, project: RatedProject): Rating | undefined {
  for (const entry of ratingsIn(project)) if (entry.rater === rater) return entry.rating
  return undefined
}

/** Returns the mean of the raters' averages, with one decimal, and the number of raters. */
export function summarizeRatings(project: RatedProject): { averageRating: number; ratingCount: number } {
  const averages = new Map<string, number>()
  // The newest rating of each rater comes first.
  for (const { rater, rating } of ratingsIn(project))
    if (!averages.has(rater)) averages.set(rater, calculateRatingAverage(rating.criteria))
  return { averageRating: calculateMean([...averages.values()]), ratingCount: averages.size }
}

const isSameRating = (left: Rating, right: Rating): boolean =>
  left.official === right.official &&
  left.feedback === right.feedback &&
  criterionLabels.every(([criterion]) => left.criteria[criterion] === right.criteria[criterion])
