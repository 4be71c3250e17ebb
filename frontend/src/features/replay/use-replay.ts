// Plays the replay: which day is shown, its board, which is loaded before its turn, and the step to the next day every second.

import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { useEffect, useState } from 'react'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLast, useLiveData } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** How long each day is shown, in ms: thirty days take thirty seconds. */
const dayMs = 1000
/** Boards that are loaded before their turn, so that the replay does not wait for the network. */
const daysAhead = 3
const rowCount = 10

type BoardKey = { run: number; day: number; isOver: boolean }

/** The board of a day that has ended does not change; that of the last day does until midnight, and is then loaded again. */
const boards = liveData<BoardResponse, BoardKey>({
  load: ({ day }, signal) =>
    request('GET', '/api/leaderboard/leaderboard', { query: { at: `day:${day}`, limit: rowCount }, signal }),
  failedText: t('common.tryLater'),
  isFinal: ({ isOver }) => isOver,
})

/**
 * Plays the boards at the end of day 1 to `lastDay`, a second each. A day stays until the next one has been loaded. `run` is
 * the run of the challenge: after a reset or restore, the days have other boards.
 */
export function useReplay(lastDay: number, run: number) {
  const [parameters, setParameters] = useSearchParams()
  const [isPlaying, setPlaying] = useState(false)
  const requested = Number(parameters.get('day'))
  const day = Number.isInteger(requested) && requested >= 1 ? Math.min(requested, lastDay) : lastDay
  const view = useLiveData(boards, { run, day, isOver: day < lastDay })
  const board = useLast(view.data)
  const isLoaded = view.data !== undefined
  const failure = view.state === 'failed' ? view.message : undefined
  const [shownDay, setShownDay] = useState(day)
  if (isLoaded && shownDay !== day) setShownDay(day)

  // Rendered at once, so that the next press begins with this day.
  const show = (next: number) =>
    setParameters({ day: String(next) }, { replace: true, preventScrollReset: true, flushSync: true })

  useEffect(() => {
    const entryOf = (shown: number) => boards.at({ run, day: shown, isOver: shown < lastDay })
    const { state, reload } = entryOf(day).getState()
    // It could not be loaded before its turn.
    if (state === 'failed') reload()
    const count = Math.max(0, Math.min(daysAhead, lastDay - day))
    const stops = Array.from({ length: count }, (_, index) =>
      entryOf(day + 1 + index).subscribe(() => undefined),
    )
    return () => stops.forEach((stop) => stop())
  }, [day, lastDay, run])

  useEffect(() => {
    if (!isPlaying || !isLoaded) return
    const timer = setTimeout(() => (day < lastDay ? show(day + 1) : setPlaying(false)), dayMs)
    return () => clearTimeout(timer)
  })

  return {
    /** The shown day; the URL contains it. */
    day,
    /** The board at the end of the last day that has been loaded; `shownDay` is that day. */
    board,
    shownDay,
    /** Why the day could not be loaded. */
    failure,
    isPlaying: isPlaying && failure === undefined,
    play: () => {
      // A replay that has ended begins again.
      if (day === lastDay) show(1)
      setPlaying(true)
    },
    pause: () => setPlaying(false),
    /** Shows a day and stops playing. */
    goTo: (next: number) => {
      setPlaying(false)
      show(next)
    },
    retry: view.reload,
  }
}
