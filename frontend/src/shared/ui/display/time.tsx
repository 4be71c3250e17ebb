// Times: a component that shows one, relative to now or as a date, with the full date beside it on request; the current time for components
// that show an age or a countdown, which render again with every tick; and how times, dates and ages are written, in the time zone of the
// browser or of the challenge, and as `datetime-local` fields hold them. Times in milliseconds since 1970.

import { calendarDay, startOfDay } from '@thirty/contracts/challenge/calendar.ts'
import { useSyncExternalStore } from 'react'
import { FullText } from '../controls/tooltip.tsx'
import { activeLanguage } from '../../i18n/active-language.ts'
import { dateFormat } from '../../i18n/locale.ts'
import { t } from '../../i18n/t.ts'
import { toServerTime } from '../../http/response-headers.ts'

type TimeProps = {
  /** ISO text or ms since 1970. */
  at: string | number
  /** Shows the date ("Nov 18, 2025"), the time ("Nov 18, 2:05 PM") or both ("Nov 18, 2025, 14:05") instead of a relative time. */
  exact?: 'date' | 'minute' | 'date-minute' | undefined
  /** Time zone of an exact date; that of the browser when missing. */
  timeZone?: string | undefined
}

export const Time = ({ at, exact, timeZone }: TimeProps) => {
  const now = useServerNow(10_000)
  const time = new Date(at).getTime()
  if (Number.isNaN(time)) return <span>{t('common.noDate')}</span>
  const texts = {
    relative: () => formatRelativeTime(time, now),
    date: () => formatDate(time, timeZone),
    minute: () => formatDateTime(time),
    'date-minute': () => formatDateWithClockTime(time),
  }
  return (
    <FullText
      as="time"
      dateTime={new Date(time).toISOString()}
      text={<FullDate at={time} timeZone={timeZone} />}
    >
      {texts[exact ?? 'relative']()}
    </FullText>
  )
}

/** The full date as the text of a tooltip. A component, so that lists of many dates format it only when it is shown. */
export const FullDate = ({ at, timeZone }: { at: number; timeZone?: string | undefined }) =>
  formatFullDate(at, timeZone)

type Clock = { subscribe: (tick: () => void) => () => void; now: () => number }

/** Creates a clock with one timer for all components that use it. */
const createClock = (periodMs: number): Clock => {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        now = Date.now()
        timer = setInterval(tick, periodMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}

const clocks = new Map<number, Clock>()

/**
 * Returns the time of this device in ms since 1970, updated every `periodMs` ms. Do not use it for what a prerendered page shows: the time of
 * the build would be in it.
 */
export const useNow = (periodMs: number): number => {
  const clock = clocks.get(periodMs) ?? createClock(periodMs)
  clocks.set(periodMs, clock)
  return useSyncExternalStore(clock.subscribe, clock.now, clock.now)
}

/** Like `useNow`, by the clock of the server: for the age of what the server says. */
export const useServerNow = (periodMs: number): number => toServerTime(useNow(periodMs))

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const shortDate = { month: 'short', day: 'numeric' } as const
const dateWithYear = { ...shortDate, year: 'numeric' } as const
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
export const formatDateTime = (at: number) => dateFormat({ ...shortDate, ...clockTime }).format(at)
/** Formats the full date for a tooltip. Uses the time zone of the browser if none is given. */
export const formatFullDate = (at: number, timeZone?: string) =>
  dateFormat({ dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)
/** Formats a time of day: "2:02 PM". Uses the time zone of the browser if none is given. */
export const formatClockTime = (at: number, timeZone?: string) =>
  dateFormat({ ...clockTime, timeZone }).format(at)
/** Formats a time of day with seconds: "2:02:09 PM". */
export const formatPreciseClockTime = (at: string | number) =>
  dateFormat({ timeStyle: 'medium' }).format(new Date(at))
/** Formats a day without its year: "Nov 18". Uses the time zone of the browser if none is given. */
export const formatShortDate = (at: number, timeZone?: string) =>
  dateFormat({ ...shortDate, timeZone }).format(at)
/** Formats a date and a time of day: "Nov 18, 2025, 2:05 PM". */
export const formatDateWithClockTime = (at: number) =>
  t('format.dateAndTime', { date: formatDate(at), time: formatClockTime(at) })

/**
 * Formats the end of the challenge in its time zone, which is named if the browser has another one: `when` for "ended on Dec 7 at 6:00 PM
 * (Europe/Berlin)", `until` for "accepted until Dec 7 at 6:00 PM". An end at midnight is the end of the day before: "on Dec 7 at midnight"
 * and "midnight on Dec 7". `now` in ms.
 */
export function formatChallengeEnd(endsAt: string, timeZone: string, now: number) {
  const at = Date.parse(endsAt)
  const isMidnight = calendarDay(at - 1, timeZone) < calendarDay(at, timeZone)
  const parts = partsOf(isMidnight ? at - 1 : at, timeZone, now)
  return isMidnight
    ? { when: t('format.atEndOfDay', parts), until: t('format.endOfDay', parts) }
    : { when: t('format.onDayAtTime', parts), until: t('format.dayAtTime', parts) }
}

/** Formats a start in the time zone of the challenge: "on Dec 7 at 6:00 PM (Europe/Berlin)". `now` in ms. */
export const formatChallengeStart = (startsAt: string, timeZone: string, now: number): string =>
  t('format.onDayAtTime', partsOf(Date.parse(startsAt), timeZone, now))

/** Formats a past time in the time zone of the challenge: "Dec 7 at 6:00 PM (Europe/Berlin)". `now` in ms. */
export const formatChallengeTime = (time: string, timeZone: string, now: number): string =>
  t('format.dayAndTime', partsOf(Date.parse(time), timeZone, now))

/** Returns the day, with its year if it is not this one, the time of day, and the name of the time zone if the browser has another one. */
function partsOf(at: number, timeZone: string, now: number) {
  const year = yearOf(at, timeZone) === yearOf(now, timeZone) ? undefined : 'numeric'
  const isOwnZone = timeZone === Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    day: dateFormat({ timeZone, month: activeLanguage.month, day: 'numeric', year }).format(at),
    time: formatClockTime(at, timeZone),
    zone: isOwnZone ? '' : ` (${timeZone})`,
  }
}

const yearOf = (at: number, timeZone: string): string => dateFormat({ timeZone, year: 'numeric' }).format(at)

/**
 * Formats the days of a challenge in its time zone: "Nov 2 to Dec 1, 2025". Times in ISO; `end` is the moment from which on
 * nothing is accepted, so an end at midnight belongs to the day before.
 */
export function formatPeriod({ start, end }: { start: string; end: string }, timeZone: string): string {
  const first = Date.parse(start)
  const last = Math.max(first, Date.parse(end) - 1)
  const isOneYear = yearOf(first, timeZone) === yearOf(last, timeZone)
  return t('format.period', {
    first: isOneYear ? formatShortDate(first, timeZone) : formatDate(first, timeZone),
    last: formatDate(last, timeZone),
  })
}

/** Formats the date of a challenge day: "Nov 18, 2026". `startsAt` is ISO text. */
export const formatChallengeDate = (startsAt: string, day: number, timeZone: string): string =>
  formatDate(startOfDay(calendarDay(Date.parse(startsAt), timeZone) + day - 1, timeZone), timeZone)

/** Formats a time (ms) in a time zone as the value of a `datetime-local` field: "2026-12-07T18:00". */
export const toZonedInput = (at: number, timeZone: string): string =>
  // Swedish dates have the form of ISO.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replace(' ', 'T')

/**
 * Returns the time (ms) that a `datetime-local` value means in a time zone; `undefined` for an incomplete value. A time that the
 * clocks skip becomes one an hour off, a time that they repeat the first or second of both.
 */
export function fromZonedInput(value: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${value}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const offsetAt = (at: number) => Date.parse(`${toZonedInput(at, timeZone)}Z`) - at
  // The first guess may be on the other side of a change of the clocks; the second is not.
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}
