// The totals of the leaderboard, and the content of the landing page.

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import type { BoardTotals, ShowcaseResponse } from '@thirty/contracts/leaderboard/api.ts'
import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { showcaseRow, type Standings, type StandingsOptions } from './standings.ts'
import { livePosition, orLastKnown } from '../read-model-state.ts'

export async function boardTotals(board: StandingsOptions): Promise<BoardTotals> {
  const { store, readModel, clock, timeZone } = board
  const today = calendarDay(clock(), timeZone)
  // Today and the six days before: at the start of a calendar week, nobody would have joined.
  const weekStart = startOfDay(today - 6, timeZone)
  const [totalUsers, projects, points, joinedThisWeek, submissionsToday] = await Promise.all([
    store.count(readModel, 'points'),
    store.sum(readModel, 'projects'),
    store.sum(readModel, 'points'),
    store.countBetween(readModel, 'joined', weekStart, Number.MAX_SAFE_INTEGER),
    store.sum(readModel, `handed-in:${today}`),
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

/** The current day of the challenge, 1–30, its end, and the freeze of the leaderboard. */
type ChallengeDay = Pick<CurrentDayResponse, 'day' | 'endsAt' | 'ended' | 'frozenAt' | 'frozen'>

/**
 * Returns a function that returns the content of the landing page: the first six participants and the totals of the challenge. While the
 * read model is unavailable, it returns the last content.
 */
export function showcaseQuery(board: Standings, currentDay: () => ChallengeDay | Promise<ChallengeDay>) {
  let last: ShowcaseResponse | undefined
  const read = async (): Promise<ShowcaseResponse> => {
    // Read first: the read model may advance meanwhile, and a position that is too low is safe.
    const position = await livePosition(board.store, board.readModel)
    const [rows, totals, average, { day, endsAt, ended, frozenAt, frozen }] = await Promise.all([
      board.list('points', { offset: 0, limit: 6 }),
      boardTotals(board),
      averageScore(board),
      currentDay(),
    ])
    return {
      rows: rows.map(showcaseRow),
      day,
      participants: totals.totalUsers,
      projects: totals.totalSubmissions,
      averageScore: average,
      endsAt,
      ended,
      frozenAt,
      frozen,
      timeZone: board.timeZone,
      ...position,
      asOf: new Date(board.clock()).toISOString(),
    }
  }
  return async (): Promise<ShowcaseResponse> => (last = await orLastKnown(read(), () => last))
}
