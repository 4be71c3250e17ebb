import { totalDays } from '../challenge/challenge-day.ts'

/** The lengths of a streak that the community feed reports, ascending. */
const streakMilestones: readonly number[] = [3, 7, 14, 21, totalDays]

/**
 * Returns the longest milestone that a series of consecutive days reaches by one more day; `undefined` if it reaches none.
 * `days`: the days before, without this one, in any order.
 */
export function reachedMilestone(day: number, days: readonly number[]): number | undefined {
  const before = seriesFrom(day, -1, days)
  const after = seriesFrom(day, 1, days)
  return streakMilestones.findLast(
    (milestone) => milestone <= before + 1 + after && milestone > Math.max(before, after),
  )
}

/** Returns the number of consecutive days beside a day, in the direction of `step`. */
function seriesFrom(day: number, step: 1 | -1, days: readonly number[]): number {
  let length = 0
  while (days.includes(day + step * (length + 1))) length += 1
  return length
}
