// The days of the challenge, and its end. The end is a time and not a state: deciders compare it with the clock, and no event is appended
// when it comes. The default end follows from the start, so it is not stored. An end in the past is refused, because projects that were
// already accepted would become late. An end that has come can be moved or undone. The end belongs to a run. After it, reviews, ratings,
// likes and comments continue, and reminders stop. Midnight is in the time zone `CHALLENGE_TIMEZONE` everywhere, also on the leaderboard,
// whose name contains the time zone: with another time zone another read model is built, so all processes must have the same one. "This
// week" is today and the six days before.

import { calendarDay, startOfDay } from './calendar.ts'

/** Length of the challenge in days. Fixed. */
export const totalDays = 30

/** Calendar days after day 30 on which late projects are accepted, unless an admin sets another end. */
const lateDays = 7

/** Day that the submit form preselects before the challenge has started. */
export const defaultSubmitDay = 19

/**
 * Returns the current day, 1–30: calendar days from the start until now in the time zone of the challenge, plus 1.
 * Before the start it is 1. Times are milliseconds since 1970.
 */
export function challengeDay(startsAt: number | undefined, now: number, timeZone: string): number {
  if (startsAt === undefined || now < startsAt) return 1
  const day = calendarDay(now, timeZone) - calendarDay(startsAt, timeZone) + 1
  return Math.min(totalDays, Math.max(1, day))
}

/** Whether a project can be submitted for a day: before the start for every day, after it for days that have begun. */
export function isDayOpen(day: number, startsAt: number | undefined, now: number, timeZone: string): boolean {
  if (startsAt === undefined || now < startsAt) return true
  return day <= challengeDay(startsAt, now, timeZone)
}

/** The start of a run and the end that an admin has set for it, in milliseconds since 1970; `undefined` without one. */
export type ChallengePeriod = { startsAt: number | undefined; endsAt: number | undefined }

/**
 * Returns the time (milliseconds since 1970) from which on no project is accepted: the end that an admin has set, otherwise the
 * end of the seventh calendar day after day 30. `undefined` for a challenge without a start and without an end.
 */
export function challengeEnd({ startsAt, endsAt }: ChallengePeriod, timeZone: string): number | undefined {
  if (endsAt !== undefined) return endsAt
  if (startsAt === undefined) return undefined
  return startOfDay(calendarDay(startsAt, timeZone) + totalDays + lateDays, timeZone)
}

/** Whether the challenge has ended at a time (milliseconds since 1970). */
export function hasEnded(period: ChallengePeriod, now: number, timeZone: string): boolean {
  const end = challengeEnd(period, timeZone)
  return end !== undefined && now >= end
}

/** Returns the progress that the dashboard shows on a day, which is completed only if the challenge has ended: then it was the last one. */
export function progress(day: number, isOver = false) {
  const completed = isOver ? day : day - 1
  return {
    completed,
    remaining: isOver ? 0 : totalDays - completed,
    percent: (completed / totalDays) * 100,
    weeks: Math.floor(completed / 7),
  }
}
