// Times, dates and ages as screens show them. Times in milliseconds since 1970.

import { dateFormat } from '../i18n/locale.ts'
import { t } from '../i18n/t.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shortDate = { month: 'short', day: 'numeric' } as const
const dateWithYear = { ...shortDate, year: 'numeric' } as const
const withMinute = { ...shortDate, hour: 'numeric', minute: '2-digit' } as const
const fullDate = { dateStyle: 'full', timeStyle: 'short' } as const
const preciseClockTime = { timeStyle: 'medium' } as const
const clockTime = { hour: 'numeric', minute: '2-digit' } as const

/**
 * Formats a time relative to now: "just now", "8 s ago", "4 min ago", "2 h ago", then "Nov 18" (with the year if it is not this one).
 * Times in ms. A time in the future counts as now, because clocks differ slightly.
 */
export const formatRelativeTime = (at: number, now: number): string => {
  const age = Math.max(0, now - at)
  if (age < second) return t('format.justNow')
  if (age < minute) return t('format.secondsAgo', { count: Math.floor(age / second) })
  if (age < hour) return t('format.minutesAgo', { count: Math.floor(age / minute) })
  if (age < day) return t('format.hoursAgo', { count: Math.floor(age / hour) })
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return dateFormat(sameYear ? shortDate : dateWithYear).format(at)
}

/** Formats how long something has been waiting, in whole units: "waiting 5 min", "waiting 3 h", "waiting 2 days". Times in ms. */
export const formatWaitingTime = (since: number, now: number): string => {
  const age = Math.max(0, now - since)
  if (age < hour) return t('format.waitingMinutes', { count: Math.floor(age / minute) })
  if (age < day) return t('format.waitingHours', { count: Math.floor(age / hour) })
  return t('format.waitingDays', { count: Math.floor(age / day) })
}

/** Formats a date: "Nov 18, 2026". Uses the time zone of the browser if none is given. */
export const formatDate = (at: number, timeZone?: string) =>
  dateFormat({ ...dateWithYear, timeZone }).format(at)
/** Formats date and time: "Nov 18, 2:05 PM". */
export const formatDateTime = (at: number) => dateFormat(withMinute).format(at)
/** Formats the full date for a tooltip. Uses the time zone of the browser if none is given. */
export const formatFullDate = (at: number, timeZone?: string) =>
  dateFormat({ ...fullDate, timeZone }).format(at)
/** Formats a time of day: "2:02 PM". Uses the time zone of the browser if none is given. */
export const formatClockTime = (at: number, timeZone?: string) =>
  dateFormat({ ...clockTime, timeZone }).format(at)
/** Formats a time of day with seconds: "2:02:09 PM". */
export const formatPreciseClockTime = (at: string | number) =>
  dateFormat(preciseClockTime).format(new Date(at))
/** Formats a day without its year: "Nov 18". Uses the time zone of the browser if none is given. */
export const formatShortDate = (at: number, timeZone?: string) =>
  dateFormat({ ...shortDate, timeZone }).format(at)
/** Formats a date and a time of day: "Nov 18, 2025, 2:05 PM". */
export const formatDateWithClockTime = (at: number) =>
  t('format.dateAndTime', { date: formatDate(at), time: formatClockTime(at) })
