// The live leaderboard of participants, which this browser also keeps for times when the server is out of reach.

import { isDefaultFilter, type BoardFilter } from '../../shared/leaderboard/board.ts'
import { liveBoard } from '../../shared/leaderboard/live-board.ts'
import { recordActivity } from './activity/activity.ts'
import { cacheBoard } from './fallback.ts'

export const leaderboard = liveBoard({ pageSize: 100, hasPodium: true, onUpdate: recordActivity })

/** How often the board is cached as a fallback, in milliseconds. */
const cacheIntervalMs = 30_000

/** Caches the board of a filter while it is shown, if it is the whole one. Returns a function that stops. */
export function cacheShownBoard(filter: BoardFilter): () => void {
  if (!isDefaultFilter(filter)) return () => undefined
  const entry = leaderboard.at(filter)
  const cacheCurrent = () => {
    const { data } = entry.getState()
    if (data !== undefined && data.rows.length > 0) cacheBoard(data)
  }
  const timer = setInterval(cacheCurrent, cacheIntervalMs)
  // Caches the first board at once.
  const stop = entry.subscribe(({ data }, previous) => {
    if (data !== undefined && previous.data === undefined) cacheCurrent()
  })
  return () => {
    cacheCurrent()
    clearInterval(timer)
    stop()
  }
}
