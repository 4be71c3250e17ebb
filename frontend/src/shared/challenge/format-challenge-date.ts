import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { formatDate } from '../format/format-time.ts'

/** Formats the date of a challenge day: "Nov 18, 2026". `startsAt` is ISO text. */
export const formatChallengeDate = (startsAt: string, day: number, timeZone: string): string =>
  formatDate(startOfDay(calendarDay(Date.parse(startsAt), timeZone) + day - 1, timeZone), timeZone)
