// The URL of the leaderboard: filter and the past day, such as `?at=day:12`, which is the moment that the API takes.

import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { boardSorts } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { useCurrentDay, type ChallengeStatus } from '../../shared/challenge/current-day.ts'
import { serverNow } from '../../shared/http/response-headers.ts'
import type { BoardFilter } from '../../shared/leaderboard/board.ts'
import { useChangedParameters, useTableQuery } from '../../shared/ui/table/table-query.tsx'

export type BoardQuery = ReturnType<typeof useBoardQuery>

export function useBoardQuery() {
  const [query, changeQuery] = useTableQuery({ sorts: boardSorts, filters: ['around'] })
  const filter: BoardFilter = { ...query, around: query.around === 'me' ? 'me' : 'top' }
  return {
    filter,
    /** Changes the filter. A change of anything else leads back to the top of the list. */
    onFilter: ({ around, ...change }: Partial<BoardFilter>) =>
      changeQuery({ ...change, around: around === 'me' ? 'me' : '' }),
  }
}

export type PastDay = ReturnType<typeof usePastDay>

export function usePastDay() {
  const [parameters, changeParameters] = useChangedParameters()
  const lastPastDay = lastPastDayOf(useCurrentDay())
  const requested = Number(/^day:([1-9]\d?)$/.exec(parameters.get('at') ?? '')?.[1] ?? 0)
  const show = (at: string) => {
    // The back button leaves the past instead of going through each day. Rendered at once, so that the next press begins with this day.
    const options = { replace: parameters.has('at'), preventScrollReset: true, flushSync: true }
    changeParameters({ at, page: '' }, options)
  }
  return {
    /** The day at whose end the standings are shown; undefined for the live ones. */
    day: requested >= 1 && requested <= lastPastDay ? requested : undefined,
    /** The last day that has ended; 0 before the first one has. */
    lastPastDay,
    /** Shows the standings at the end of a day; the live ones if it has not ended. */
    goTo: (day: number) => show(day <= lastPastDay ? `day:${day}` : ''),
    goLive: () => show(''),
  }
}

/** Until the current day is known, every day may have ended. Day 30 stays the current day when it is over. */
function lastPastDayOf({ isLoaded, started, startsAt, day, timeZone }: ChallengeStatus): number {
  if (!isLoaded) return totalDays
  if (!started || startsAt === null) return 0
  if (day < totalDays) return day - 1
  const endedDays = calendarDay(serverNow(), timeZone) - calendarDay(Date.parse(startsAt), timeZone)
  return Math.min(totalDays, Math.max(totalDays - 1, endedDays))
}
