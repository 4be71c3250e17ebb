import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { calendarDay } from '@thirty/contracts/rules/calendar.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { create } from 'zustand'
import { request } from '../http/http.ts'
import { onResync } from '../live/resync.ts'
import { subscribe } from '../live/live-socket.ts'
import type { Area } from '../session/session-storage.ts'

/** The state of the challenge: day 1 of 30 until it is loaded (specification, section 8). */
export type ChallengeStatus = Omit<CurrentDayResponse, 'success'> & { isLoaded: boolean }

export const useCurrentDay = create<ChallengeStatus>(() => ({
  day: 1,
  totalDays,
  started: false,
  startsAt: null,
  run: 1,
  timeZone: 'UTC',
  endsAt: null,
  ended: false,
  isEndSet: false,
  isLoaded: false,
}))

const minuteMs = 60_000

/**
 * Loads the current day now, on resync, after midnight and when the end of the challenge is due, and applies the changes that
 * the server sends. Returns an unsubscribe function.
 */
export function followCurrentDay(area: Area): () => void {
  let loadedAt = Date.now()
  const load = () => {
    loadedAt = Date.now()
    request('GET', '/api/challenge/current-day', { area }).then(
      ({ success: _, ...status }) => useCurrentDay.setState({ ...status, isLoaded: true }),
      // A failure keeps the last known day, or day 1 (specification, section 8).
      () => undefined,
    )
  }
  // The server decides which day it is; the browser's clock only decides when to reload.
  const timer = setInterval(() => {
    const { timeZone, endsAt, ended } = useCurrentDay.getState()
    const now = Date.now()
    const isEndDue = endsAt !== null && !ended && now >= Date.parse(endsAt)
    if (isEndDue || calendarDay(now, timeZone) !== calendarDay(loadedAt, timeZone)) load()
  }, minuteMs)
  const unsubscribe = subscribe('challenge.changed', ({ run, startsAt, day, endsAt, ended, isEndSet, at }) =>
    useCurrentDay.setState({
      run,
      startsAt,
      day,
      endsAt,
      ended,
      isEndSet,
      started: hasStarted(startsAt, at),
      isLoaded: true,
    }),
  )
  const stopResync = onResync(load)
  load()
  return () => {
    clearInterval(timer)
    unsubscribe()
    stopResync()
  }
}

const hasStarted = (startsAt: string | null, at: string): boolean =>
  startsAt !== null && Date.parse(startsAt) <= Date.parse(at)
