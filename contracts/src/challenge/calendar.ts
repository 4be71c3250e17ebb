// Calendar days in a time zone: which one a time is in, and when it begins.

import { isoDate } from '../iso-time.ts'

const dayMs = 86_400_000

// Cached by time zone: creating a formatter takes a hundred times as long as using it.
const dateFormatters = new Map<string, Intl.DateTimeFormat>()
function dateFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = dateFormatters.get(timeZone)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
    dateFormatters.set(timeZone, formatter)
  }
  return formatter
}

// Since 2011, in no time zone has a date begun or ended within a quarter of an hour of UTC. Before, some clocks were not whole
// quarters ahead of or behind UTC (Kiritimati until 1979), and some went back at one minute past midnight (St. John's until
// 2010).
const quarterMs = 900_000
const firstQuarter = Date.UTC(2011, 0) / quarterMs
/** Maximum cached quarters per time zone: the quarters of a hundred days. */
const maxCachedQuarters = 9_600
const cachedDays = new Map<string, Map<number, number>>()

/** Returns the calendar date of a time (milliseconds since 1970) in a time zone, as whole days since 1970. */
export function calendarDay(at: number, timeZone: string): number {
  // A fast path, because every submission calls this and most installations use UTC, where all days have 24 hours.
  if (timeZone === 'UTC') return Math.floor(at / dayMs)
  const quarter = Math.floor(at / quarterMs)
  let days = cachedDays.get(timeZone)
  if (days === undefined || days.size >= maxCachedQuarters) cachedDays.set(timeZone, (days = new Map()))
  let day = days.get(quarter)
  if (day === undefined) {
    day = computeCalendarDay(at, timeZone)
    if (quarter >= firstQuarter) days.set(quarter, day)
  }
  return day
}

function computeCalendarDay(at: number, timeZone: string): number {
  const parts = dateFormatter(timeZone).formatToParts(at)
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day')) / dayMs
}

/**
 * Returns the time (milliseconds since 1970) at which a calendar day (whole days since 1970) begins in a time zone. Searches
 * for it, because a day has 23 or 25 hours when the clocks change.
 */
export function startOfDay(day: number, timeZone: string): number {
  let [before, after] = [(day - 1) * dayMs, (day + 1) * dayMs]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (calendarDay(middle, timeZone) < day) before = middle
    else after = middle
  }
  return after
}

/** Returns the time (milliseconds since 1970) at which the next calendar day begins in a time zone. */
export const nextDayStart = (now: number, timeZone: string): number =>
  startOfDay(calendarDay(now, timeZone) + 1, timeZone)

/** Returns the date of a calendar day (whole days since 1970), such as `2026-01-31`. */
export const formatCalendarDay = (day: number): string => isoDate(day * dayMs)
