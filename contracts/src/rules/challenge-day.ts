/** Length of the challenge in days. Fixed (specification, section 1). */
export const totalDays = 30

/** Day that the submit form preselects before the challenge has started (specification, section 9). */
export const defaultSubmitDay = 19

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

/** Returns the calendar date of a time (milliseconds since 1970) in a time zone, as whole days since 1970. */
export function calendarDay(at: number, timeZone: string): number {
  // A fast path, because every submission calls this and most installations use UTC, where all days have 24 hours.
  if (timeZone === 'UTC') return Math.floor(at / 86_400_000)
  const parts = dateFormatter(timeZone).formatToParts(at)
  const valueOf = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(valueOf('year'), valueOf('month') - 1, valueOf('day')) / 86_400_000
}

/**
 * Returns the time (milliseconds since 1970) at which the next calendar day begins in a time zone. Searches for it, because
 * a day has 23 or 25 hours when the clocks change.
 */
export function nextDayStart(now: number, timeZone: string): number {
  const today = calendarDay(now, timeZone)
  let [before, after] = [now, now + 86_400_000]
  while (calendarDay(after, timeZone) === today) after += 3_600_000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (calendarDay(middle, timeZone) === today) before = middle
    else after = middle
  }
  return after
}

/**
 * Returns the current day, 1–30: calendar days from the start until now in the time zone of the challenge, plus 1
 * (decisions, section 3). Before the start it is 1. Times are milliseconds since 1970.
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

/**
 * Returns the progress that the dashboard shows on a day (specification, section 9). The day itself is not yet
 * completed.
 */
export function progress(day: number): {
  completed: number
  remaining: number
  percent: number
  weeks: number
} {
  const completed = day - 1
  return {
    completed,
    remaining: totalDays - completed,
    percent: (completed / totalDays) * 100,
    weeks: Math.floor(completed / 7),
  }
}
