import type { CurrentDayResponse } from '@thirty/contracts/api/challenge/challenge.ts'
import { calendarDay } from '@thirty/contracts/rules/calendar.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { create } from 'zustand'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'
import type { Area } from '../session/session-storage.ts'

/** The state of the challenge: day 1 of 30 until it is loaded (specification, section 8). */
export type ChallengeStatus = Omit<CurrentDayResponse, 'success'> & { isLoaded: boolean }

/** The last known state of the challenge. A failed load keeps it. */
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
  frozenAt: null,
  frozen: false,
  isLoaded: false,
}))

/** Returns the current day inside a component; 0 before the challenge starts, because no day is today then. */
export const useToday = (): number => useCurrentDay(({ day, started }) => (started ? day : 0))

/** The response has no position. A message that arrives during a load is newer than its response. */
type CurrentDay = CurrentDayResponse & { position?: undefined }

const currentDayStore = createLiveStore<CurrentDay, Area>({
  initialKey: 'user',
  load: ({ key: area, signal }) => request('GET', '/api/challenge/current-day', { area, signal }),
  messages: {
    'challenge.changed': {
      sequence: () => 'challenge',
      apply: (current, { run, startsAt, day, endsAt, ended, isEndSet, frozenAt, frozen, at }) => ({
        ...current,
        run,
        frozenAt,
        frozen,
        startsAt,
        day,
        endsAt,
        ended,
        isEndSet,
        started: startsAt !== null && Date.parse(startsAt) <= Date.parse(at),
      }),
    },
  },
})

currentDayStore.use.subscribe(({ view }) => {
  if (view.state !== 'ready') return
  const { success: _, ...status } = view.data
  useCurrentDay.setState({ ...status, isLoaded: true })
})

/**
 * Returns inside a component whether the current day is as known as it can be now: it is loaded, or its first load has
 * failed. Until then, a screen about the current day shows its skeleton.
 */
export const useIsCurrentDaySettled = (): boolean => {
  const isLoaded = useCurrentDay((challenge) => challenge.isLoaded)
  const hasFailed = currentDayStore.use(({ view }) => view.state === 'failed')
  return isLoaded || hasFailed
}

const minuteMs = 60_000

/**
 * Loads the current day now, on resync, after midnight and when the end of the challenge or the freeze of the leaderboard is due, and
 * applies the changes that the server sends. Returns an unsubscribe function.
 */
export function followCurrentDay(area: Area): () => void {
  let loadedAt = Date.now()
  const load = () => {
    loadedAt = Date.now()
    void currentDayStore.load(area)
  }
  // The server decides which day it is; the browser's clock only decides when to reload.
  const timer = setInterval(() => {
    const { timeZone, endsAt, ended, frozenAt, frozen } = useCurrentDay.getState()
    const now = Date.now()
    const isEndDue = endsAt !== null && !ended && now >= Date.parse(endsAt)
    const isFreezeDue = frozenAt !== null && !frozen && now >= Date.parse(frozenAt)
    if (isEndDue || isFreezeDue || calendarDay(now, timeZone) !== calendarDay(loadedAt, timeZone)) load()
  }, minuteMs)
  const stop = currentDayStore.follow()
  load()
  return () => {
    clearInterval(timer)
    stop()
  }
}
