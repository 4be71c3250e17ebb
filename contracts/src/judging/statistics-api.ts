// Endpoints of the figures of the admin area, over the current run and of reviews, and of the project that an admin should rate next.

import { z } from 'zod'
import { perCriterion } from './ratings.ts'
import { liveResponse, queryResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'
import { nameCodes } from '../accounts/person-summary-api.ts'

/** The largest number of calendar days of the charts. */
export const reviewChartDays = 30

/**
 * A calendar day of the challenge's time zone. `backlog` is the number of projects that waited for review at its end, or now;
 * `median` and `p90` are over the reviews of the day: half of them, and nine of ten, came within that many milliseconds. Null
 * without reviews.
 */
const reviewDay = z.object({
  date: z.string(),
  backlog: z.int(),
  reviews: z.int(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
export type ReviewDay = z.infer<typeof reviewDay>

/** What an admin has done in the current run. */
const reviewerWork = z.object({
  id: z.string(),
  name: z.string(),
  nameCodes,
  username: z.string().optional(),
  ratings: z.int(),
  approved: z.int(),
  rejected: z.int(),
})
export type ReviewerWork = z.infer<typeof reviewerWork>

/** The last thirty days since the first submission, but at least seven, the oldest first; and the reviewers with the most reviews and ratings first, at most a hundred. */
const reviewStatisticsResponse = liveResponse.extend({
  days: z.array(reviewDay),
  reviewers: z.array(reviewerWork),
})
export type ReviewStatisticsResponse = z.infer<typeof reviewStatisticsResponse>

const criterionAverage = z.number().nullable()

/**
 * Figures for the cards and charts of the admin area, over the current run. `rated` is the number of projects with official
 * ratings. The averages are over these ratings, with one decimal; null if there are none. Neither includes rejected
 * projects, as on the leaderboard.
 */
const statCards = z.object({
  users: z.int(),
  activeUsers: z.int(),
  submissions: z.int(),
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  rated: z.int(),
  averageScore: criterionAverage,
  perDay: z.array(z.object({ day: z.int(), approved: z.int(), pending: z.int(), rejected: z.int() })),
  criteria: z.object(perCriterion(() => criterionAverage)),
})
export type StatCards = z.infer<typeof statCards>

const peopleFields = { users: true, activeUsers: true } as const
/** Statistics that are computed from accounts. */
const peopleStatistics = statCards.pick(peopleFields).strict()
export type PeopleStatistics = z.infer<typeof peopleStatistics>
/** Statistics that are computed from projects. */
const projectStatistics = statCards.omit(peopleFields).strict()
export type ProjectStatistics = z.infer<typeof projectStatistics>

/** Statistics that changed together. People and projects have separate messages, each with its own position. */
export const changedStatistics = z.union([peopleStatistics, projectStatistics])

/**
 * `projectId` is the project that has waited longest for an official rating and that no other admin has open; null if there is none.
 * `unrated` is the number of all projects without an official rating, `open` the number of projects that other admins have open.
 */
const nextUnratedResponse = queryResponse.extend({
  projectId: z.string().nullable(),
  unrated: z.int(),
  open: z.int(),
})
export type NextUnratedResponse = z.infer<typeof nextUnratedResponse>

export const statisticsEndpoints = {
  cards: get('/api/admin/statistics', 'view-admin-area', {
    summary: 'Figures for the cards and charts of the admin area',
    response: liveResponse.extend({ statistics: statCards }),
  }),
  reviews: get('/api/admin/statistics/reviews', 'view-admin-area', {
    summary: 'Review backlog and waiting time by day, and how much each admin has reviewed and rated',
    response: reviewStatisticsResponse,
  }),
  nextUnrated: get('/api/admin/next-unrated', 'review-projects', {
    summary:
      'The project that the caller should rate next. It is offered to the caller for 15 seconds, and to no other admin meanwhile',
    /** `except`: the project that the admin has just rated or leaves out. */
    query: z.object({ except: z.string().max(100).optional() }),
    response: nextUnratedResponse,
  }),
}
