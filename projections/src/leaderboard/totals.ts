import type { BoardTotals, ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import { showcaseRow } from './board-row.ts'
import type { Standings, StandingsOptions } from './standings.ts'
import { dayNumber } from './tally.ts'

const week = 7 * 86_400_000

/** Totals over all who are ranked: sums and counts of indexes, whatever their number. */
export async function boardTotals({ store, readModel: view, clock }: StandingsOptions): Promise<BoardTotals> {
  const now = clock()
  const [totalUsers, projects, points, joinedThisWeek, submissionsToday] = await Promise.all([
    store.count(view, 'points'),
    store.sum(view, 'projects'),
    store.sum(view, 'points'),
    store.countBetween(view, 'joined', now - week, Number.MAX_SAFE_INTEGER),
    store.sum(view, `handed-in:${dayNumber(now)}`),
  ])
  return {
    totalUsers,
    totalSubmissions: 0 - projects,
    totalPoints: roundToOneDecimal(0 - points),
    joinedThisWeek,
    submissionsToday,
  }
}

/** Mean official average of all counted and rated projects, one decimal; null while there is none. */
export async function averageScore({ store, readModel: view }: StandingsOptions): Promise<number | null> {
  const [rated, stars] = await Promise.all([store.sum(view, 'rated'), store.sum(view, 'stars')])
  return rated === 0 ? null : roundToOneDecimal(stars / rated)
}

/** What the landing page shows to everybody: the first six, and how the challenge stands. */
export async function showcase(
  board: Standings,
  currentDay: () => number | Promise<number>,
): Promise<ShowcaseResponse> {
  // Taken first: the view may move on meanwhile, and claiming too little is safe.
  const position = (await board.store.checkpoint(board.readModel)).toString()
  const [rows, totals, average, day] = await Promise.all([
    board.list('points', { offset: 0, limit: 6 }),
    boardTotals(board),
    averageScore(board),
    currentDay(),
  ])
  return {
    success: true,
    rows: rows.map(showcaseRow),
    day,
    participants: totals.totalUsers,
    projects: totals.totalSubmissions,
    averageScore: average,
    position,
    asOf: new Date(board.clock()).toISOString(),
  }
}
