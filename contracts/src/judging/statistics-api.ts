import { z } from 'zod'
import { perCriterion } from './ratings.ts'
import { liveResponse, queryResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'
import { reviewStatisticsResponse } from './review-statistics-api.ts'

const criterionAverage = z.number().nullable()

/**
 * Figures for the cards and charts of the admin area, over the current run. `rated` is the number of projects with official
 * ratings. The averages are over these ratings, with one decimal; null if there are none. Neither includes rejected
 * projects, as on the leaderboard.
 */
export const statCards = z.object({
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

export const statisticsResponse = liveResponse.extend({ statistics: statCards })
export type StatisticsResponse = z.infer<typeof statisticsResponse>

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
  cards: get('/api/admin/statistics', {
    summary: 'Figures for the cards and charts of the admin area',
    access: 'view-admin-area',
    response: statisticsResponse,
  }),
  reviews: get('/api/admin/statistics/reviews', {
    summary: 'Review backlog and waiting time by day, and how much each admin has reviewed and rated',
    access: 'view-admin-area',
    response: reviewStatisticsResponse,
  }),
  nextUnrated: get('/api/admin/next-unrated', {
    summary:
      'The project that the caller should rate next. It is offered to the caller for 15 seconds, and to no other admin meanwhile',
    access: 'review-projects',
    /** `except`: the project that the admin has just rated or leaves out. */
    query: z.object({ except: z.string().max(100).optional() }),
    response: nextUnratedResponse,
  }),
}
