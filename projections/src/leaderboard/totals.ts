import type { BoardTotals } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'

import type { StandingsOptions } from './standings.ts'
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
