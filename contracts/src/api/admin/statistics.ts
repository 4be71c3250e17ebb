import { z } from 'zod'
import { perCriterion } from '../projects/ratings.ts'

const criterionAverage = z.number().nullable()

/**
 * The admin's stat cards and charts, over the current run. `rated` counts projects with official ratings; averages are of
 * these ratings, one decimal, null without any. Neither looks at rejected projects, as the board does not.
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
  criteria: z.object(perCriterion(criterionAverage)),
})
export type StatCards = z.infer<typeof statCards>

const ofPeople = { users: true, activeUsers: true } as const
/** The figures that accounts make. */
const peopleStatistics = statCards.pick(ofPeople).strict()
export type PeopleStatistics = z.infer<typeof peopleStatistics>
/** All other figures: those that projects make. */
const projectStatistics = statCards.omit(ofPeople).strict()
export type ProjectStatistics = z.infer<typeof projectStatistics>

/** Figures that changed together. Those of people and of projects are told apart, each as of a position of its own. */
export const changedStatistics = z.union([peopleStatistics, projectStatistics])

export const statisticsResponse = z.object({
  success: z.literal(true),
  statistics: statCards,
  position: z.string(),
})
export type StatisticsResponse = z.infer<typeof statisticsResponse>
