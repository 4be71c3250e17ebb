import type { BoardTotals, ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import { showcaseRow } from './board-row.ts'
import type { Standings, StandingsOptions } from './standings.ts'
import { dayNumber } from './tally.ts'
import { livePosition } from '../live-position.ts'

const weekMs = 7 * 86_400_000

/** Returns the totals of all ranked participants, from sums and counts of indexes. */
export async function boardTotals({ store, readModel, clock }: StandingsOptions): Promise<BoardTotals> {
  const now = clock()
  const [totalUsers, projects, points, joinedThisWeek, submissionsToday] = await Promise.all([
    store.count(readModel, 'points'),
    store.sum(readModel, 'projects'),
    store.sum(readModel, 'points'),
    store.countBetween(readModel, 'joined', now - weekMs, Number.MAX_SAFE_INTEGER),
    store.sum(readModel, `handed-in:${dayNumber(now)}`),
  ])
  return {
    totalUsers,
    // The scores of these indexes are negative. `0 - x`, because `-x` would turn 0 into -0.
    totalSubmissions: 0 - projects,
    totalPoints: roundToOneDecimal(0 - points),
    joinedThisWeek,
    submissionsToday,
  }
}

/** Returns the mean official average of the rated projects that count, with one decimal; null without such projects. */
async function averageScore({ store, readModel }: StandingsOptions): Promise<number | null> {
  const [rated, stars] = await Promise.all([store.sum(readModel, 'rated'), store.sum(readModel, 'stars')])
  return rated === 0 ? null : roundToOneDecimal(stars / rated)
}

/** Returns the content of the landing page: the first six participants and the totals of the challenge. */
export async function showcase(
  board: Standings,
  currentDay: () => number | Promise<number>,
): Promise<ShowcaseResponse> {
  // Read first: the read model may advance meanwhile, and a position that is too low is safe.
  const position = await livePosition(board.store, board.readModel)
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
    ...position,
    asOf: new Date(board.clock()).toISOString(),
  }
}
