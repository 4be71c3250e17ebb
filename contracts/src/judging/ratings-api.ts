// Endpoints that rate projects, and return ratings, with the project as visitors see it beside them.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { perProjectText } from '../projects/project-texts.ts'
import { perCriterion } from './ratings.ts'
import { maxReviewText } from '../saved-texts/saved-texts.ts'
import { commandResponse, pageQuery, pageResponse, queryResponse } from '../endpoints/responses.ts'
import { optionalText } from '../endpoints/shown-text.ts'
import { savedTextId, seenVersion } from '../projects/later-changes-api.ts'
import { projectCard } from '../projects/api.ts'
import { get, post } from '../endpoints/endpoint-definition.ts'

const stars = z.int('Use whole stars').min(0, 'From 0 to 5').max(5, 'From 0 to 5')

export const criteria = z.strictObject(perCriterion(() => stars))

export const submitRatingRequest = z.strictObject({
  projectId: z.string().max(80),
  criteria,
  feedback: optionalText(maxReviewText.feedback).default(''),
  /** The saved text that the feedback of an admin contains, for its number of uses. */
  savedText: savedTextId.optional(),
  /** The version of the project that an admin saw. */
  version: seenVersion.optional(),
})
export type SubmitRatingRequest = z.infer<typeof submitRatingRequest>

/** `average` is the mean of this rating over all criteria; `averageRating` and `ratingCount` belong to the project. */
export const submitRatingResponse = commandResponse.extend({
  average: z.number(),
  averageRating: z.number(),
  ratingCount: z.int(),
})
export type SubmitRatingResponse = z.infer<typeof submitRatingResponse>

/** A rating as everyone may see it: without email address and id of the rater. */
const ratingEntry = z.object({
  id: z.string(),
  raterName: z.string(),
  nameCodes,
  official: z.boolean(),
  criteria,
  average: z.number(),
  feedback: z.string(),
  createdAt: z.string(),
})

/** A project as visitors may see it: of its owner only the name, and not the reason of a rejection. */
export const publicProject = projectCard.pick({
  _id: true,
  ...perProjectText(() => true as const),
  day: true,
  imageUrl: true,
  thumbnailUrl: true,
  status: true,
  submissionDate: true,
  submittedBy: true,
  nameCodes: true,
})

/** The number of ratings of one kind, and the mean of their averages; 0 without any. */
const ratingSummary = z.object({ ratingCount: z.int(), averageRating: z.number() })

const criterionMeans = z.object(perCriterion(() => z.number().nullable()))

/**
 * Newest first. `averages` has the mean of each criterion over the ratings that gave it stars; null if none did. `dayAverages` has
 * the same over the official ratings of all projects of the day. `spread` is the number of ratings with 5, 4, 3, 2 and 1 stars.
 * `neighbours` has at most two projects of the same participant, of the days after and before. `project` is null if the project was rejected.
 */
export const ratingsResponse = pageResponse.extend({
  project: publicProject.nullable(),
  ratings: z.array(ratingEntry),
  averageRating: z.number(),
  ratingCount: z.int(),
  averages: criterionMeans,
  dayAverages: criterionMeans,
  spread: z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]).readonly(),
  official: ratingSummary,
  community: ratingSummary,
  neighbours: z.array(publicProject.pick({ _id: true, projectName: true, day: true, thumbnailUrl: true })),
})
export type RatingsResponse = z.infer<typeof ratingsResponse>

/** The caller's own rating of a project; null without one. */
export const ownRatingResponse = queryResponse.extend({
  rating: ratingEntry.omit({ raterName: true, nameCodes: true }).nullable(),
})
export type OwnRatingResponse = z.infer<typeof ownRatingResponse>
export type OwnRating = NonNullable<OwnRatingResponse['rating']>

export const ratingEndpoints = {
  submit: post('/api/ratings/submit', 'raters', {
    summary: 'Rate a project on all criteria; a second rating replaces the first',
    limit: 'rate',
    body: submitRatingRequest,
    response: submitRatingResponse,
    errors: [
      'project-not-found',
      'own-project',
      'conflict-of-interest',
      'not-rateable',
      'no-criterion',
      'changed-meanwhile',
      'challenge-was-reset',
    ],
  }),
  ofProject: get('/api/ratings/project/:projectId', 'everyone', {
    summary: 'Ratings of a project, newest first',
    query: pageQuery,
    response: ratingsResponse,
  }),
  mine: get('/api/ratings/project/:projectId/mine', 'signed-in', {
    summary: 'My rating of a project',
    response: ownRatingResponse,
  }),
}
