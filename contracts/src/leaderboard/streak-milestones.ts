import { totalDays } from '../challenge/challenge-day.ts'
import { daysBeside } from './points.ts'

/** The lengths of a streak that the community feed reports, ascending. */
const streakMilestones: readonly number[] = [3, 7, 14, 21, totalDays]

/**
 * Returns the longest milestone that a series of consecutive days reaches by one more day; `undefined` if it reaches none.
 * `days`: the days before, without this one, in any order.
 */
export function reachedMilestone(day: number, days: readonly number[]): number | undefined {
  const before = daysBeside(day, days)
  const after = daysBeside(day, days, 1)
  return streakMilestones.findLast(
    (milestone) => milestone <= before + 1 + after && milestone > Math.max(before, after),
  )
}
