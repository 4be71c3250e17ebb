import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { usePromptSearchParams } from '../../shared/navigation/use-prompt-search-params.ts'
import { request } from '../../shared/http/http.ts'
import { queryClient } from '../../shared/http/query-client.ts'

/** How long each day is shown, in ms: thirty days take thirty seconds. */
const dayMs = 1000
/** Boards that are loaded before their turn, so that the replay does not wait for the network. */
const daysAhead = 3
const rowCount = 10

/** The board of a day that has ended does not change; the one of `lastDay` does until midnight, and is then loaded again. */
const boardQuery = (day: number, { lastDay, run }: { lastDay: number; run: number }) => ({
  queryKey: ['past-board', run, day, day < lastDay],
  staleTime: day < lastDay ? Infinity : 0,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<BoardResponse> =>
    request('GET', '/api/leaderboard/leaderboard', { query: { at: `day:${day}`, limit: rowCount }, signal }),
})

export type Replay = {
  /** The shown day; the URL contains it. */
  day: number
  /** The board at the end of the last day that has been loaded; `shownDay` is that day. */
  board: BoardResponse | undefined
  shownDay: number
  error: Error | null
  isPlaying: boolean
  play: () => void
  pause: () => void
  /** Shows a day and stops playing. */
  goTo: (day: number) => void
  retry: () => void
}

/**
 * Plays the boards at the end of day 1 to `lastDay`, a second each. A day stays until the next one has been loaded. `run` is
 * the run of the challenge: after a reset or restore, the days have other boards.
 */
export function useReplay(lastDay: number, run: number): Replay {
  const [parameters, setParameters] = usePromptSearchParams()
  const [isPlaying, setPlaying] = useState(false)
  const requested = Number(parameters.get('day'))
  const day = Number.isInteger(requested) && requested >= 1 ? Math.min(requested, lastDay) : lastDay
  const { data, error, isPlaceholderData, refetch } = useQuery(
    { ...boardQuery(day, { lastDay, run }), placeholderData: keepPreviousData },
    queryClient,
  )
  const isLoaded = data !== undefined && !isPlaceholderData
  const [shownDay, setShownDay] = useState(day)
  if (isLoaded && shownDay !== day) setShownDay(day)

  const show = (next: number) =>
    setParameters({ day: String(next) }, { replace: true, preventScrollReset: true })

  useEffect(() => {
    const last = Math.min(day + daysAhead, lastDay)
    for (let ahead = day + 1; ahead <= last; ahead += 1)
      // A failed request is repeated, and its error shown, when its day comes.
      queryClient.query(boardQuery(ahead, { lastDay, run })).catch(() => undefined)
  }, [day, lastDay, run])

  useEffect(() => {
    if (!isPlaying || !isLoaded) return
    const timer = setTimeout(() => (day < lastDay ? show(day + 1) : setPlaying(false)), dayMs)
    return () => clearTimeout(timer)
  })

  return {
    day,
    board: data,
    shownDay,
    error,
    isPlaying: isPlaying && error === null,
    play: () => {
      // A replay that has ended begins again.
      if (day === lastDay) show(1)
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    goTo: (next) => {
      setPlaying(false)
      show(next)
    },
    retry: () => void refetch(),
  }
}
