import { calculateLongestStreak } from './points.ts'
import { totalDays } from '../challenge/challenge-day.ts'

/** The kinds of badges: consecutive days in a row at any time of the run, and days in total. */
export const badgeKinds = ['streak', 'days'] as const
export type BadgeKind = (typeof badgeKinds)[number]

/** The number of days at which each badge of a kind is reached, ascending. */
const badgeSteps: Readonly<Record<BadgeKind, readonly number[]>> = {
  streak: [3, 7, 14, totalDays],
  days: [1, 10, 20, totalDays],
}

/** A badge of a participant. `days` are needed, and `reached` is how many of them there are, at most `days`. */
export type ChallengeBadge = { kind: BadgeKind; days: number; reached: number; isEarned: boolean }

type SubmittedDay = { day: number; status: 'submitted' | 'approved' | 'rejected' }

/**
 * Returns all badges in the order of their kinds, each kind ascending. Rejected projects do not count, as for points. A badge is a
 * fact about the days, so it is lost when a project is rejected or withdrawn.
 */
export function challengeBadges(days: readonly SubmittedDay[]): ChallengeBadge[] {
  const counted = days.filter(({ status }) => status !== 'rejected').map(({ day }) => day)
  const reachedDays = { streak: calculateLongestStreak(counted), days: new Set(counted).size }
  return badgeKinds.flatMap((kind) =>
    badgeSteps[kind].map((needed) => ({
      kind,
      days: needed,
      reached: Math.min(reachedDays[kind], needed),
      isEarned: reachedDays[kind] >= needed,
    })),
  )
}
