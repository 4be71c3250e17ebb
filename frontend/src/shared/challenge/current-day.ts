// The state of the challenge, such as its current day, which each tab loads once and follows live, and the request that ends its freeze.

import type { CurrentDayResponse } from '@thirty/contracts/challenge/api.ts'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { create } from 'zustand'
import { request } from '../http/http.ts'
import { requestFailedFrom } from '../http/request-failed.ts'
import { serverNow } from '../http/response-headers.ts'
import { liveData } from '../live/live-data.ts'
import type { LiveView } from '../live/live-types.ts'
import { scheduleResync } from '../live/resync.ts'
import { sayStalenessOnScreen } from '../live/stale-data.ts'
import { deviceStorage } from '../storage/browser-storage.ts'

/**
 * The state of the challenge. Until `isLoaded`, nothing is known and the other fields say nothing. `knownAt` is set while the state may be
 * wrong, because it is of an earlier visit or day, or of before a change of this user, and cannot be loaded again: when this browser
 * loaded it, in ms since 1970.
 */
export type ChallengeStatus = Omit<CurrentDayResponse, 'success' | 'imported'> & {
  imported?: true | undefined
  isLoaded: boolean
  knownAt?: number | undefined
  /** Whether loading it has failed, also if an earlier state of it is known. */
  hasFailed?: boolean
}

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

/** Returns the current day inside a component; 0 while it is unknown and before the challenge starts, because no day is today then. */
export const useToday = (): number => useCurrentDay(({ day, started }) => (started ? day : 0))

/** The response has no position. A message that arrives during a load is newer than its response. */
const currentDay = liveData<CurrentDayResponse>({
  load: async (_key, signal) => {
    const response = await request('GET', '/api/challenge/current-day', { signal })
    // A network may answer in the place of the server, such as with its own login.
    if (!Number.isInteger(response.day)) throw requestFailedFrom(200, response)
    // Time alone has changed other data too, which has the position of before.
    if (isOtherTime(useCurrentDay.getState(), response)) scheduleResync()
    return response
  },
  messages: {
    'challenge.changed': (
      { imported: _, ...current },
      { position: _position, epoch: _epoch, at, ...change },
    ) => ({
      ...current,
      ...change,
      started: change.startsAt !== null && Date.parse(change.startsAt) <= Date.parse(at),
    }),
  },
})

/** Whether the challenge was known, and time has brought another state since. A server of another release may not say all of it. */
const isOtherTime = (known: ChallengeStatus, loaded: Partial<CurrentDayResponse>) =>
  known.isLoaded &&
  (['day', 'started', 'ended', 'frozen'] as const).some(
    (field) => known[field] !== (loaded[field] ?? known[field]),
  )

/** When the state on screen was loaded or received, by the clock of the server. */
let shownSince = 0

type View = LiveView<CurrentDayResponse>

function show({ state, data, staleSince }: View, before: View): void {
  useCurrentDay.setState({ hasFailed: state === 'failed' || staleSince !== undefined })
  if (state === 'failed') showLastKnown()
  if (data === undefined) return
  if (data !== before.data) {
    const { success: _, ...status } = data
    shownSince = serverNow()
    useCurrentDay.setState({ imported: undefined, ...status, isLoaded: true, knownAt: undefined })
    deviceStorage.set(lastKnownKey, JSON.stringify({ status, at: shownSince } satisfies LastKnown))
  } else if (staleSince !== undefined && isPast(shownSince)) useCurrentDay.setState({ knownAt: shownSince })
}

/** Returns whether another day of the challenge has begun since a time. */
const isPast = (time: number): boolean => {
  const { timeZone } = useCurrentDay.getState()
  return calendarDay(serverNow(), timeZone) !== calendarDay(time, timeZone)
}

type LastKnown = { status: Omit<CurrentDayResponse, 'success'>; at: number }

/** Removed at logout, as everything of the user. */
const lastKnownKey = 'thirty-last-day'

/** Shows what this browser knew at an earlier visit, because the day cannot be loaded. */
function showLastKnown(): void {
  if (useCurrentDay.getState().isLoaded) return
  const { status, at } = deviceStorage.read<LastKnown>(lastKnownKey)
  if (status !== undefined && at !== undefined)
    useCurrentDay.setState({ ...status, isLoaded: true, knownAt: at })
}

export const reloadCurrentDay = (): void => void currentDay.refresh()

/** Waits for a command that changes the challenge, and shows the change, or that what is on screen is of before. */
export async function changeChallenge(command: Promise<unknown>): Promise<void> {
  const { getState } = currentDay.at()
  const { data } = getState()
  await currentDay.after(command)
  // A message may have brought it.
  if (getState().data === data) useCurrentDay.setState({ knownAt: shownSince })
}

/**
 * Loads the current day now, on resync, after midnight and when the start or the end of the challenge or the freeze of the leaderboard is
 * due, and applies the changes that the server sends. Returns an unsubscribe function.
 */
export function followCurrentDay(): () => void {
  const entry = currentDay.at()
  const { reload } = entry.getState()
  let loadedAt = serverNow()
  // The server decides which day it is; its clock, as far as it is known here, decides when to reload.
  const timer = setInterval(() => {
    const { startsAt, started, endsAt, ended, frozenAt, frozen } = useCurrentDay.getState()
    const isDue = (at: string | null, isDone: boolean) =>
      at !== null && !isDone && serverNow() >= Date.parse(at)
    const isChanging = isDue(startsAt, started) || isDue(endsAt, ended) || isDue(frozenAt, frozen)
    if (!isChanging && !isPast(loadedAt)) return
    loadedAt = serverNow()
    reload()
  }, 60_000)
  const stop = entry.subscribe(show)
  // Another screen may have followed it already.
  if (!entry.isLoading()) reload()
  // `DayNotice` says it, once another day has begun.
  const stopSaying = sayStalenessOnScreen(reload)
  return () => {
    clearInterval(timer)
    stopSaying()
    stop()
  }
}

/** Ends the freeze of the leaderboard: everybody sees the final standings. Fails with status 409 if it is not frozen. */
export const revealStandings = () => changeChallenge(request('POST', '/api/admin/challenge/reveal'))
