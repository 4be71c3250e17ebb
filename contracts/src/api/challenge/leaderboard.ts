import { z } from 'zod'
import { pageQuery, position } from '../responses.ts'

/** A day that a participant handed in. `score` is the official average, null while no admin has rated it. */
const boardDay = z.object({
  day: z.int(),
  status: z.enum(['submitted', 'approved', 'rejected']),
  score: z.number().nullable(),
})

/**
 * A place on the board. `rank` counts from 1 without gaps, whatever the list is sorted by. `reason` says why this row
 * is ranked above the next, which has the same points. `movement` is places gained since the day began (negative: lost),
 * null when new. `projectQuality` is 0–100. `avatar` is a path of this site or null.
 */
export const boardRow = z.object({
  id: z.string(),
  rank: z.int(),
  name: z.string(),
  username: z.string().nullable(),
  avatar: z.string().nullable(),
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

/** `_id` repeats `id`; `isCurrentUser` is about who asks. */
export const boardEntry = boardRow.extend({ _id: z.string(), isCurrentUser: z.boolean() })
export type BoardEntry = z.infer<typeof boardEntry>

export const boardSorts = ['totalPoints', 'projects', 'quality', 'streak'] as const
export type BoardSort = (typeof boardSorts)[number]

/**
 * `around=me` answers the page that holds the asker's own row. `at` would be another time than now, and is refused until
 * the board can be shown as it was.
 */
export const boardQuery = pageQuery.extend({
  sort: z.enum(boardSorts).default('totalPoints'),
  order: z.enum(['asc', 'desc']).default('desc'),
  search: z.string().trim().max(120).optional(),
  around: z.enum(['me']).optional(),
  at: z.string().max(64).optional(),
})
export type BoardQuery = z.infer<typeof boardQuery>

/** Over all who are ranked. `joinedThisWeek` and `submissionsToday` count the last 7 days and since midnight UTC. */
export const boardTotals = z.object({
  totalUsers: z.int(),
  totalSubmissions: z.int(),
  totalPoints: z.number(),
  joinedThisWeek: z.int(),
  submissionsToday: z.int(),
})
export type BoardTotals = z.infer<typeof boardTotals>

/** `you` is the asker's own row, wherever it stands; null for admins and visitors. `next` is who stands right above. */
export const boardResponse = z.object({
  success: z.literal(true),
  data: z.array(boardEntry),
  stats: boardTotals.extend({ yourRank: z.int().nullable() }),
  you: boardEntry.nullable(),
  next: z.object({ name: z.string(), totalPoints: z.number() }).nullable(),
  nextCursor: z.string().nullable(),
  position,
  asOf: z.string(),
})
export type BoardResponse = z.infer<typeof boardResponse>

/** A row of the showcase: what the landing page tells visitors, without a way to find the person. */
export const showcaseRow = z.object({
  id: z.string(),
  rank: z.int(),
  name: z.string(),
  avatar: z.string().nullable(),
  totalPoints: z.number(),
  movement: z.int().nullable(),
  days: z.array(boardDay),
})
export type ShowcaseRow = z.infer<typeof showcaseRow>

/** The first six and what the landing page tells about the challenge. Public. */
export const showcaseResponse = z.object({
  success: z.literal(true),
  rows: z.array(showcaseRow),
  day: z.int(),
  participants: z.int(),
  projects: z.int(),
  averageScore: z.number().nullable(),
  position,
  asOf: z.string(),
})
export type ShowcaseResponse = z.infer<typeof showcaseResponse>

/** Rank at the end of each date (UTC, the last is today so far) of today's first ten and of the asker. */
export const boardHistoryResponse = z.object({
  success: z.literal(true),
  dates: z.array(z.string()),
  lines: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isCurrentUser: z.boolean(),
      ranks: z.array(z.int().nullable()),
    }),
  ),
})
export type BoardHistoryResponse = z.infer<typeof boardHistoryResponse>

/** An event that moved somebody's total, in words. `at` is ISO time. */
const ledgerEntry = z.object({
  at: z.string(),
  position,
  reason: z.string(),
  change: z.number(),
  total: z.number(),
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

/** The events behind a total, oldest first; the changes add up to it. */
export const pointsResponse = z.object({ success: z.literal(true), points: z.array(ledgerEntry) })
