// Endpoints of the leaderboard: its pages, ranks over time, the showcase, and the points of a participant.

import { z } from 'zod'
import { nameCodes, personSummary } from '../accounts/person-summary-api.ts'
import { currentDayResponse } from '../challenge/api.ts'
import { boardSorts } from './board-sorts.ts'
import {
  pageQuery,
  position,
  liveResponse,
  pageResponse,
  queryResponse,
  textOnWire,
} from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/**
 * The scoring of a leaderboard that an admin has changed, as everybody may see it. `changedAt` is ISO time. `normalised`: whether
 * official averages count as if reviewers of average strictness had given them.
 */
const scoringInForce = z.object({
  weights: z.object({ projects: z.number(), quality: z.number(), streak: z.number() }),
  normalised: z.boolean(),
  changedAt: z.string(),
})
export type ScoringInForce = z.infer<typeof scoringInForce>

/** A day with a submission. `score` is the official average, null while no admin has rated the project. */
export const boardDay = z.object({
  day: z.int(),
  status: z.enum(['submitted', 'approved', 'rejected']),
  score: z.number().nullable(),
})

/**
 * A row of the leaderboard. `rank` counts from 1 without gaps, regardless of the sort order. `reason` explains why this row
 * is ranked above the next one with the same points; otherwise null. `movement` is the number of ranks gained since the
 * start of the day (negative: lost), null for new participants. `projectQuality` is 0–100.
 */
export const boardRow = personSummary.extend({
  rank: z.int(),
  totalPoints: z.number(),
  projectsSubmitted: z.int(),
  projectQuality: z.number(),
  streak: z.int(),
  reason: z.string().nullable(),
  movement: z.int().nullable(),
  days: z.array(boardDay),
  recentProjects: z.array(
    z.object({ _id: z.string(), projectName: z.string(), day: z.int(), thumbnailUrl: z.string() }),
  ),
})
export type BoardRow = z.infer<typeof boardRow>

/** `_id` repeats `id`; `isCurrentUser` marks the caller's own row. */
export const boardEntry = boardRow.extend({ _id: z.string(), isCurrentUser: z.boolean() })
export type BoardEntry = z.infer<typeof boardEntry>

/**
 * A moment in the past: a position in the log, a time (ISO, with its time zone), or `day:12` for the end of that challenge
 * day.
 */
const moment = z
  .string()
  .max(40)
  .regex(
    /^(?:\d{1,20}|day:(?:[1-9]|[12]\d|30)|\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))$/,
    'Use a position, an ISO time or day:1 to day:30.',
  )

/**
 * `around=me` selects the page with the caller's own row, `offset` the page after this many rows, such as a page that has been loaded
 * before and may have changed; only one of `cursor`, `around` and `offset` is allowed. `at` selects the leaderboard as it was at a moment,
 * with the names and images of today. Unknown parameters are refused: the current leaderboard would be a wrong answer to a request for
 * another leaderboard.
 */
export const boardQuery = z
  .strictObject({
    ...pageQuery.shape,
    offset: z.coerce.number().int().min(0).max(1_000_000).optional(),
    sort: z.enum(boardSorts).default('totalPoints'),
    order: z.enum(['asc', 'desc']).default('desc'),
    search: z.string().trim().max(120).optional(),
    around: z.enum(['me']).optional(),
    at: moment.optional(),
  })
  .refine(({ offset, cursor, around }) => offset === undefined || (cursor ?? around) === undefined, {
    path: ['offset'],
    message: 'Use only one of cursor, around and offset.',
  })
export type BoardQuery = z.infer<typeof boardQuery>

/**
 * Over all ranked participants. `joinedThisWeek` counts today and the six days before, `submissionsToday` the time since
 * midnight, both in the time zone of the challenge.
 */
export const boardTotals = z.object({
  totalUsers: z.int(),
  totalSubmissions: z.int(),
  totalPoints: z.number(),
  joinedThisWeek: z.int(),
  submissionsToday: z.int(),
})
export type BoardTotals = z.infer<typeof boardTotals>

/**
 * `you` is the caller's own row, also if it is on another page; null without a rank, e.g. for admins. `next` is the participant one
 * rank above the caller. `scoring` is missing as long as it is the default. `excluded` is set if the scoring excludes the caller from the
 * ranks; nobody else learns of it. `imported`: the run of the leaderboard continues a file without a known signature.
 */
export const boardResponse = pageResponse.extend({
  data: z.array(boardEntry),
  stats: boardTotals.extend({ yourRank: z.int().nullable() }),
  you: boardEntry.nullable(),
  next: z.object({ name: z.string(), nameCodes, totalPoints: z.number() }).nullable(),
  scoring: scoringInForce.optional(),
  excluded: z.literal(true).optional(),
  imported: z.literal(true).optional(),
  asOf: z.string(),
})
export type BoardResponse = z.infer<typeof boardResponse>

/** A row of the showcase on the landing page. It has nothing by which a visitor could look up the person. */
export const showcaseRow = boardRow.pick({
  id: true,
  rank: true,
  name: true,
  nameCodes: true,
  avatar: true,
  totalPoints: true,
  movement: true,
  days: true,
})
export type ShowcaseRow = z.infer<typeof showcaseRow>

/** The top six rows and the figures of the landing page. Public. From `frozenAt` on the rows stay the same. */
export const showcaseResponse = liveResponse.extend({
  rows: z.array(showcaseRow),
  day: z.int(),
  participants: z.int(),
  projects: z.int(),
  averageScore: z.number().nullable(),
  ...currentDayResponse.pick({ endsAt: true, ended: true, frozenAt: true, frozen: true, timeZone: true })
    .shape,
  asOf: z.string(),
})
export type ShowcaseResponse = z.infer<typeof showcaseResponse>

/**
 * Ranks at the end of each date in the time zone of the challenge, of today's top ten and of the caller. The last date is
 * today, up to now.
 */
export const boardHistoryResponse = queryResponse.extend({
  dates: z.array(z.string()),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      nameCodes,
      isCurrentUser: z.boolean(),
      ranks: z.array(z.int().nullable()),
    }),
  ),
})
export type BoardHistoryResponse = z.infer<typeof boardHistoryResponse>

/** An event that changed a participant's total, with its reason in English and as a text. `at` is ISO time. */
const ledgerEntry = z.object({
  at: z.string(),
  position,
  reason: z.string(),
  text: textOnWire.optional(),
  change: z.number(),
  total: z.number(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

/** The events behind a total, oldest first; their changes add up to it. `scoring` is missing as long as it is the default. */
export const pointsResponse = queryResponse.extend({
  points: z.array(ledgerEntry),
  scoring: scoringInForce.optional(),
})
export type PointsResponse = z.infer<typeof pointsResponse>

export const leaderboardEndpoints = {
  board: get('/api/leaderboard/leaderboard', 'signed-in', {
    summary: 'The leaderboard, page by page, now or at a moment in the past',
    query: boardQuery,
    response: boardResponse,
    // At a moment before the first event or in the future, and while too many past leaderboards are computed.
    errors: ['invalid-fields'],
  }),
  history: get('/api/leaderboard/history', 'signed-in', {
    summary: 'Rank over time of the top ten and of the caller',
    response: boardHistoryResponse,
  }),
  showcase: get('/api/leaderboard/showcase', 'everyone', {
    summary: 'The part of the leaderboard that the landing page shows',
    response: showcaseResponse,
  }),
  points: get('/api/leaderboard/:userId/points', 'signed-in', {
    summary: 'The events behind the points of a participant; their changes add up to the total',
    limit: 'ledger',
    response: pointsResponse,
  }),
}
