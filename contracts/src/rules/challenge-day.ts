/** Length of the challenge in days. Fixed (specification, section 1). */
export const totalDays = 30

/** Day that the submit form proposes while the challenge has not started (specification, section 9). */
export const defaultSubmitDay = 19

// Making a formatter is a hundred times dearer than using it, and there are few zones.
const formatters = new Map<string, Intl.DateTimeFormat>()
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  formatters.set(timeZone, made)
  return made
}

/** Whole days since 1970 of the calendar date that a moment (milliseconds since 1970) has in a time zone. */
export function calendarDay(at: number, timeZone: string): number {
  // The zone of most installations needs no calendar, and is asked at every hand-in.
  if (timeZone === 'UTC') return Math.floor(at / 86_400_000)
  const parts = formatterOf(timeZone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day')) / 86_400_000
}

/** The moment at which the next calendar day begins in a time zone; days there may have 23 or 25 hours. */
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
 * Current day, 1–30: whole calendar days between the start and now in the time zone of the challenge, plus 1
 * (decisions, section 3). Not started, or starting later: 1. Times in milliseconds since 1970.
 */
export function challengeDay(startsAt: number | undefined, now: number, timeZone: string): number {
  if (startsAt === undefined || now < startsAt) return 1
  const day = calendarDay(now, timeZone) - calendarDay(startsAt, timeZone) + 1
  return Math.min(totalDays, Math.max(1, day))
}

/** Whether a project may be handed in for a day: every day before a start, later only days that have begun. */
export function isDayOpen(day: number, startsAt: number | undefined, now: number, timeZone: string): boolean {
  if (startsAt === undefined || now < startsAt) return true
  return day <= challengeDay(startsAt, now, timeZone)
}

/** Days done, days to go and progress in percent, as the dashboard says them (specification, section 9). */
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
