import { z } from 'zod'
import { nameCodes } from '../accounts/name-codes-api.ts'
import { liveResponse } from '../endpoints/responses.ts'

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

/**
 * What an admin has done in the current run. `username` tells people with one name apart.
 */
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
export const reviewStatisticsResponse = liveResponse.extend({
  days: z.array(reviewDay),
  reviewers: z.array(reviewerWork),
})
export type ReviewStatisticsResponse = z.infer<typeof reviewStatisticsResponse>
