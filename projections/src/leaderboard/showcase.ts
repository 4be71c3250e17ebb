import type { ShowcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { showcaseRow } from './board-row.ts'
import type { Standings } from './standings.ts'
import { averageScore, boardTotals } from './totals.ts'

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
