// Times of the challenge as screens show them, in its time zone.

import { calendarDay, formatCalendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { activeLanguage } from '../i18n/active-language.ts'
import { dateFormat } from '../i18n/locale.ts'
import { t } from '../i18n/t.ts'
import { formatDate } from './format-time.ts'

/** The end of the challenge in words, such as "ended on Dec 7 at midnight" and "accepted until midnight on Dec 7". */
type ChallengeEndWords = { when: string; until: string }

/**
 * Formats the end of the challenge in its time zone, which is named if the browser has another one. An end at midnight is the
 * end of the day before: "on Dec 7 at midnight (Europe/Berlin)", otherwise "on Dec 7 at 6:00 PM (Europe/Berlin)". `now` in ms.
 */
export function formatChallengeEnd(endsAt: string, timeZone: string, now: number): ChallengeEndWords {
  const at = Date.parse(endsAt)
  const isMidnight = calendarDay(at - 1, timeZone) < calendarDay(at, timeZone)
  const day = formatDay(isMidnight ? at - 1 : at, timeZone, now)
  const zone = zoneName(timeZone)
  if (isMidnight)
    return { when: t('format.atEndOfDay', { day, zone }), until: t('format.endOfDay', { day, zone }) }
  const time = formatTimeOfDay(at, timeZone)
  return {
    when: t('format.onDayAtTime', { day, time, zone }),
    until: t('format.dayAtTime', { day, time, zone }),
  }
}

/** Formats a start in the time zone of the challenge: "on Dec 7 at 6:00 PM (Europe/Berlin)". `now` in ms. */
export function formatChallengeStart(startsAt: string, timeZone: string, now: number): string {
  const at = Date.parse(startsAt)
  return t('format.onDayAtTime', {
    day: formatDay(at, timeZone, now),
    time: formatTimeOfDay(at, timeZone),
    zone: zoneName(timeZone),
  })
}

/** Formats a past time in the time zone of the challenge: "Dec 7 at 6:00 PM (Europe/Berlin)". `now` in ms. */
export function formatChallengeTime(time: string, timeZone: string, now: number): string {
  const at = Date.parse(time)
  return t('format.dayAndTime', {
    day: formatDay(at, timeZone, now),
    time: formatTimeOfDay(at, timeZone),
    zone: zoneName(timeZone),
  })
}

const formatTimeOfDay = (at: number, timeZone: string): string =>
  dateFormat({ timeZone, hour: 'numeric', minute: '2-digit' }).format(at)

/** Names the time zone if the browser has another one. */
const zoneName = (timeZone: string): string => (timeZone === browserTimeZone() ? '' : ` (${timeZone})`)

/** "Dec 7", with the year if it is not this one. */
const formatDay = (at: number, timeZone: string, now: number): string => {
  const yearOf = (time: number) => formatCalendarDay(calendarDay(time, timeZone)).slice(0, 'yyyy'.length)
  const isThisYear = yearOf(at) === yearOf(now)
  return dateFormat({
    timeZone,
    month: activeLanguage.month,
    day: 'numeric',
    year: isThisYear ? undefined : 'numeric',
  }).format(at)
}

const browserTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Formats the days of a challenge in its time zone: "Nov 2 to Dec 1, 2025". Times in ISO; `end` is the moment from which on
 * nothing is accepted, so an end at midnight belongs to the day before.
 */
export function formatPeriod({ start, end }: { start: string; end: string }, timeZone: string): string {
  const first = Date.parse(start)
  const last = Math.max(first, Date.parse(end) - 1)
  const format = (at: number, year?: 'numeric') =>
    dateFormat({ timeZone, month: 'short', day: 'numeric', year }).format(at)
  const yearOf = (at: number) => dateFormat({ timeZone, year: 'numeric' }).format(at)
  const isOneYear = yearOf(first) === yearOf(last)
  return t('format.period', {
    first: format(first, isOneYear ? undefined : 'numeric'),
    last: format(last, 'numeric'),
  })
}

/** Formats the date of a challenge day: "Nov 18, 2026". `startsAt` is ISO text. */
export const formatChallengeDate = (startsAt: string, day: number, timeZone: string): string =>
  formatDate(startOfDay(calendarDay(Date.parse(startsAt), timeZone) + day - 1, timeZone), timeZone)
