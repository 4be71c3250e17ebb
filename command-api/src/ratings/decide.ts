import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { averageOf, meanOf } from '@thirty/contracts/rules/points.ts'
import { ratingsOf, type RatedProject, type Rating } from './evolve.ts'

export type RateProject = Rating & { rater: string; owner: string }

/** Rates a project. A later rating of the same rater replaces the earlier one; the same again changes nothing. */
export function rate(project: RatedProject, { owner, ...rating }: RateProject): ProjectEvent[] {
  if (project.status === 'none') refuse('project-not-found', 'Project Not Found')
  if (rating.rater === owner) refuse('own-project', 'You cannot rate your own project')
  if (project.status !== 'rateable') refuse('not-rateable', 'This project takes no ratings')
  if (Object.values(rating.criteria).every((stars) => stars === 0)) {
    refuse('no-criterion', 'Please provide ratings for at least one criterion')
  }
  const before = ratingsOf(project).get(rating.rater)
  return before !== undefined && isSame(before, rating) ? [] : [{ type: 'ProjectRated', data: rating }]
}

/** The figures of a project over all raters: the mean of their averages with one decimal, and how many they are. */
export function figuresOf(project: RatedProject): { averageRating: number; ratingCount: number } {
  const averages = [...ratingsOf(project).values()].map(({ criteria }) => averageOf(criteria))
  return { averageRating: meanOf(averages), ratingCount: averages.length }
}

const isSame = (left: Rating, right: Rating): boolean =>
  left.official === right.official &&
  left.feedback === right.feedback &&
  isEqual(left.criteria, right.criteria)

const isEqual = (left: Criteria, right: Criteria): boolean =>
  left.functionality === right.functionality &&
  left.design === right.design &&
  left.innovation === right.innovation &&
  left.codeQuality === right.codeQuality &&
  left.completeness === right.completeness
