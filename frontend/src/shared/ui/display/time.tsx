// A time, relative to now or as a date, with the full date beside it on request. And the current time for components that show an age or a
// countdown, which render again with every tick.

import { useSyncExternalStore } from 'react'
import { FullText } from '../controls/tooltip.tsx'
import {
  formatDate,
  formatDateWithClockTime,
  formatDateTime,
  formatFullDate,
  formatRelativeTime,
} from '../../format/format-time.ts'
import { t } from '../../i18n/t.ts'
import { toServerTime } from '../../http/server-clock.ts'

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

type FullDateProps = {
  /** In ms since 1970. */
  at: number
  /** That of the browser when missing. */
  timeZone?: string | undefined
}

/** The full date as the text of a tooltip. A component, so that lists of many dates format it only when it is shown. */
export const FullDate = ({ at, timeZone }: FullDateProps) => formatFullDate(at, timeZone)

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
