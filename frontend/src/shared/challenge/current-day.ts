import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { calendarDay, totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { create } from 'zustand'
import { request } from '../http/http.ts'
import { onResync } from '../live/resync.ts'
import { subscribe } from '../live/live-socket.ts'
import type { Area } from '../session/session-storage.ts'

/** Where the challenge stands. Until the server has told it, day 1 of 30 (specification, section 8). */
export type ChallengeStatus = Omit<CurrentDayResponse, 'success'> & { isLoaded: boolean }

export const useCurrentDay = create<ChallengeStatus>(() => ({
  day: 1,
  totalDays,
  started: false,
  startsAt: null,
  run: 1,
  timeZone: 'UTC',
  isLoaded: false,
}))

const minute = 60_000

/** Keeps the current day right: now, when the challenge changes, after a lost line, and past midnight. Returns the way out. */
export function followCurrentDay(area: Area): () => void {
  let askedAt = Date.now()
  const load = () => {
    askedAt = Date.now()
    request('GET', '/api/challenge/current-day', { area }).then(
      ({ success: _, ...now }) => useCurrentDay.setState({ ...now, isLoaded: true }),
      // A failure is ignored: what was known stays, else day 1 (specification, section 8).
      () => undefined,
    )
  }
  // The server's clock says which day it is; ours only when to ask again.
  const midnight = setInterval(() => {
    const { timeZone } = useCurrentDay.getState()
    if (calendarDay(Date.now(), timeZone) !== calendarDay(askedAt, timeZone)) load()
  }, minute)
  const stopHearing = subscribe('challenge.changed', ({ run, startsAt, day, at }) =>
    useCurrentDay.setState({ run, startsAt, day, started: hasBegun(startsAt, at), isLoaded: true }),
  )
  const stopMissing = onResync(load)
  load()
  return () => {
    clearInterval(midnight)
    stopHearing()
    stopMissing()
  }
}

const hasBegun = (startsAt: string | null, at: string): boolean =>
  startsAt !== null && Date.parse(startsAt) <= Date.parse(at)
