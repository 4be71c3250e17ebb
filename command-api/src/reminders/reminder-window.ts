import { calendarDay, nextDayStart, totalDays } from '@thirty/contracts/rules/challenge-day.ts'

/** How long before the end of a day its reminders are sent (decisions, section 1), in milliseconds. */
const ahead = 2 * 60 * 60 * 1000

/** When the reminders of a calendar date are due: from two hours before its end on. Times in milliseconds since 1970. */
export type ReminderWindow = { date: string; from: number; end: number }

/** The reminders of the date that it is now; days of 23 and of 25 hours end when they end. */
export function reminderWindowAt(now: number, timeZone: string): ReminderWindow {
  const end = nextDayStart(now, timeZone)
  const date = new Date(calendarDay(now, timeZone) * 86_400_000).toISOString().slice(0, 'yyyy-mm-dd'.length)
  return { date, from: end - ahead, end }
}

/**
 * The day of the challenge, 1-30, of which people are reminded; `undefined` while it has not started, when it started
 * after reminders were due, and when it is over.
 */
export function dayToRemindOf(
  startsAt: number | undefined,
  { from }: Pick<ReminderWindow, 'from'>,
  timeZone: string,
): number | undefined {
  if (startsAt === undefined || startsAt > from) return undefined
  const day = calendarDay(from, timeZone) - calendarDay(startsAt, timeZone) + 1
  return day <= totalDays ? day : undefined
}
