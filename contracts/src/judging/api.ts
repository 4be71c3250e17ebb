// Endpoints about the judging: how reviewers rate, normalised scores, conflicts of interest, calibration, and claims, by which admins see
// what projects the others have open. `ratings-api.ts` has the ratings.

import { z } from 'zod'
import { nameCodes, namedUser } from '../accounts/person-summary-api.ts'
import { conflictReasons } from './conflicts.ts'
import { fewestWantedRatings, mostWantedRatings } from './ratings.ts'
import { pageQuery, liveResponse, pageResponse, queryResponse } from '../endpoints/responses.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

/** `username` tells people with one name apart; missing for accounts without one. */
const person = z.object({ _id: z.string(), name: z.string(), nameCodes, username: z.string().optional() })
export type JudgingPerson = z.infer<typeof person>
const scale = z.object({ ratings: z.int(), mean: z.number(), deviation: z.number() })

/**
 * A project with official ratings. Everything after `ratingCount` is null while the rating is blind: more than one rating is wanted, and
 * the caller has not rated the project but could. Callers who run the challenge always see it. `normalised` is the average on the common scale of all reviewers. `spread` is the
 * difference between the highest and the lowest rating, null for fewer than two. A rating by somebody with a conflict is `excluded`
 * from the figures of the reviewers, the spread included.
 */
export const judgedProject = z.object({
  projectId: z.string(),
  projectName: z.string(),
  day: z.int(),
  participant: person,
  ratingCount: z.int(),
  average: z.number().nullable(),
  normalised: z.number().nullable(),
  spread: z.number().nullable(),
  ratings: z
    .array(
      z.object({
        reviewer: person,
        average: z.number(),
        normalised: z.number(),
        excluded: z.boolean(),
        at: z.string(),
      }),
    )
    .nullable(),
})
export type JudgedProject = z.infer<typeof judgedProject>

/**
 * How a reviewer rates. `bias` is the mean difference to the means of the others who rated the same `projects`, null without any.
 * `distribution` counts the ratings with 1, 2, 3, 4 and 5 stars, `outliers` the ratings that differ from the mean of the others by two stars
 * or more.
 */
export const reviewerFigures = z.object({
  reviewer: person,
  ratings: z.int(),
  mean: z.number(),
  deviation: z.number(),
  bias: z.object({ stars: z.number(), projects: z.int() }).nullable(),
  distribution: z.array(z.int()).length(5),
  outliers: z.int(),
})
export type ReviewerFigures = z.infer<typeof reviewerFigures>

/** `by` is the admin who declared it; null if that is unknown. */
const declaration = { reason: z.enum(conflictReasons).nullable(), at: z.string(), by: person.nullable() }

export const conflictOfInterest = z.object({ admin: person, participant: person, ...declaration })
export type ConflictOfInterest = z.infer<typeof conflictOfInterest>

/**
 * A calibration project. `median` and `ratings` are null while the rating is blind for the caller. A withdrawn project is
 * `gone`. Reviewers need not rate projects that are gone or rejected.
 */
export const calibrationProject = z.object({
  projectId: z.string(),
  projectName: z.string(),
  day: z.int().nullable(),
  participant: person,
  state: z.enum(['rateable', 'rejected', 'gone']),
  median: z.number().nullable(),
  ratings: z.array(z.object({ reviewer: z.string(), average: z.number() })).nullable(),
})
export type CalibrationProject = z.infer<typeof calibrationProject>

/** How many of the calibration projects an admin has rated, without projects that they can't rate. */
export const calibrationProgress = z.object({ reviewer: person, rated: z.int(), total: z.int() })
export type CalibrationProgress = z.infer<typeof calibrationProgress>

/**
 * Everything about the judging of the current run. `scales` come from `ratingScales`. `coverage` counts the projects with 0, 1, …
 * ratings; the last number is of projects with as many as wanted or more. `admins` are the active ones. `disagreements` and `excluded` have the first projects and the
 * number of all.
 */
export const judgingResponse = liveResponse.extend({
  wantedRatings: z.int(),
  normalisedScores: z.boolean(),
  scales: z.object({ all: scale, byReviewer: z.record(z.string(), scale) }),
  reviewers: z.array(reviewerFigures),
  coverage: z.array(z.int()),
  disagreements: z.object({ count: z.int(), projects: z.array(judgedProject) }),
  excluded: z.object({ count: z.int(), projects: z.array(judgedProject) }),
  admins: z.array(person),
  conflicts: z.array(conflictOfInterest),
  calibration: z.object({ projects: z.array(calibrationProject), reviewers: z.array(calibrationProgress) }),
})
export type JudgingResponse = z.infer<typeof judgingResponse>

/** How far down the leaderboard participants are compared, and how many of them are listed. */
export const maxComparedParticipants = 1000
export const maxListedStandings = 100

/** A participant on the leaderboard, and where the normalised averages would put them. */
export const normalisedStanding = z.object({
  participant: person,
  rank: z.int(),
  points: z.number(),
  normalisedRank: z.int(),
  normalisedPoints: z.number(),
})
export type NormalisedStanding = z.infer<typeof normalisedStanding>

/**
 * What an admin needs to know while rating. `next` is the first calibration project that they have not rated, null if there is none.
 * `project` is about the project of the query: null without one, and if it does not exist. `conflicts` are all that they have.
 */
export const ownJudgingResponse = liveResponse.extend({
  wantedRatings: z.int().min(fewestWantedRatings).max(mostWantedRatings),
  calibration: z.object({ rated: z.int(), total: z.int(), next: z.string().nullable() }),
  conflicts: z.array(z.object({ participant: z.string(), ...declaration })),
  project: z
    .object({
      projectId: z.string(),
      ratingCount: z.int(),
      isRatedByMe: z.boolean(),
      isCalibration: z.boolean(),
      conflict: z.object(declaration).nullable(),
    })
    .nullable(),
})
export type OwnJudgingResponse = z.infer<typeof ownJudgingResponse>
export type OwnConflict = OwnJudgingResponse['conflicts'][number]

/** Without `admin`, the conflict is the caller's. */
const conflictOf = { participant: z.string().max(100), admin: z.string().max(100).optional() }
export const declareConflictRequest = z.strictObject({
  ...conflictOf,
  reason: z.enum(conflictReasons).optional(),
})
export type DeclareConflictRequest = z.infer<typeof declareConflictRequest>

export const judgingEndpoints = {
  overview: get('/api/admin/judging', 'view-admin-area', {
    summary:
      'How the reviewers rate: scales, bias, coverage, disagreements, conflicts of interest and calibration',
    response: judgingResponse,
  }),
  projects: get('/api/admin/judging/projects', 'view-admin-area', {
    summary: 'The projects with official ratings, raw and normalised, those with the widest spread first',
    query: pageQuery,
    response: pageResponse.extend({ projects: z.array(judgedProject) }),
  }),
  standings: get('/api/admin/judging/standings', 'view-admin-area', {
    summary: 'The leaderboard beside the standings by normalised averages',
    /** The first of the leaderboard in the order of their normalised points. `moved` is how many of the `compared` would change places. */
    response: liveResponse.extend({
      standings: z.array(normalisedStanding),
      compared: z.int(),
      moved: z.int(),
    }),
  }),
  mine: get('/api/admin/judging/mine', 'view-admin-area', {
    summary: 'What I need to know while I rate: wanted ratings, my calibration, and my conflicts of interest',
    query: z.object({ project: z.string().max(100).optional() }),
    response: ownJudgingResponse,
  }),
  declareConflict: post('/api/admin/judging/conflicts', 'review-projects', {
    summary: 'Declare a conflict of interest with a participant, for me or for another admin',
    body: declareConflictRequest,
    errors: ['user-not-found', 'quota-reached'],
  }),
  withdrawConflict: del('/api/admin/judging/conflicts', 'review-projects', {
    summary: 'Take back a conflict of interest with a participant',
    body: z.strictObject(conflictOf),
  }),
  addCalibration: put('/api/admin/judging/calibration/:projectId', 'run-challenge', {
    summary: 'Ask every reviewer to rate this project first',
    limit: 'admin',
    errors: ['not-rateable', 'quota-reached', 'challenge-was-reset'],
  }),
  removeCalibration: del('/api/admin/judging/calibration/:projectId', 'run-challenge', {
    summary: 'No longer ask every reviewer to rate this project first',
    limit: 'admin',
    errors: ['challenge-was-reset'],
  }),
}

/** `tab`: the id that a browser gives to a tab. */
const claimRequest = z.strictObject({ tab: z.string().regex(/^[\w-]{8,64}$/, 'Not a valid id of a tab') })

/**
 * An admin who has a project open to decide about it. It warns other admins and locks nothing. `since` and `until` are ISO times;
 * it ends at `until` unless the admin's tab renews it.
 */
export const claim = z.object({
  projectId: z.string(),
  by: namedUser,
  since: z.string(),
  until: z.string(),
})
export type Claim = z.infer<typeof claim>

/** All claims. A higher `version` is newer. `at` is the time (ISO) of the same clock as `since` and `until`. */
export const claimsChanged = z.strictObject({
  claims: z.array(claim),
  version: z.int(),
  at: z.iso.datetime(),
})
export type Claims = z.infer<typeof claimsChanged>

const claimsResponse = queryResponse.extend(claimsChanged.shape)

export const claimEndpoints = {
  all: get('/api/admin/claims', 'view-admin-area', {
    summary: 'Which admin has which project open to decide about it',
    response: claimsResponse,
  }),
  claim: put('/api/admin/claims/:projectId', 'review-projects', {
    summary:
      'Show the other admins for ten minutes that I have this project open, in place of the last one of this tab',
    body: claimRequest,
    response: claimsResponse,
  }),
  release: del('/api/admin/claims', 'review-projects', {
    summary: 'Show the other admins that this tab has no project open any more',
    body: claimRequest,
    response: claimsResponse,
  }),
}
