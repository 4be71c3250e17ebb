import { calendarDay, formatCalendarDay, nextDayStart } from '@thirty/contracts/challenge/calendar.ts'
import { hasEnded, totalDays, type ChallengePeriod } from '@thirty/contracts/challenge/challenge-day.ts'

/** Reminders are sent from two hours before the end of a day on. */
const leadTimeMs = 2 * 60 * 60 * 1000

/** When the reminders of a calendar date are due. Times in milliseconds since 1970. */
export type ReminderWindow = { date: string; from: number; end: number }

/** Returns the window of the date that contains `now`. Handles days of 23 and 25 hours. */
export function reminderWindowAt(now: number, timeZone: string): ReminderWindow {
  const end = nextDayStart(now, timeZone)
  return { date: formatCalendarDay(calendarDay(now, timeZone)), from: end - leadTimeMs, end }
}

/**
 * Returns the challenge day (1-30) of a window. `undefined` if the challenge has not started, has started after the
 * reminders were due, is past day 30 or has ended.
 */
export function dayToRemindOf(
  period: ChallengePeriod,
  { from }: Pick<ReminderWindow, 'from'>,
  { now, timeZone }: { now: number; timeZone: string },
): number | undefined {
  const { startsAt } = period
  if (startsAt === undefined || startsAt > from || hasEnded(period, now, timeZone)) return undefined
  const day = calendarDay(from, timeZone) - calendarDay(startsAt, timeZone) + 1
  return day <= totalDays ? day : undefined
}
