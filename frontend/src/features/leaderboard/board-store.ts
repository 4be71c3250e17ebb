import { isDefaultFilter } from '../../shared/leaderboard/board.ts'
import { createBoardStore } from '../../shared/leaderboard/board-store.ts'
import { recordActivity } from './activity/activity-store.ts'
import { cacheBoard } from './fallback/cached-board.ts'

export const boardStore = createBoardStore({
  area: 'user',
  pageSize: 100,
  hasPodium: true,
  onUpdate: recordActivity,
})

/** How often the board is cached as a fallback, in milliseconds. */
const cacheIntervalMs = 30_000

/** Applies live updates to the board and caches it. Returns a function that stops both. */
export function followBoard(): () => void {
  const cacheCurrent = () => {
    const { view, key } = boardStore.getState()
    if (view.state === 'ready' && isDefaultFilter(key) && view.data.rows.length > 0) cacheBoard(view.data)
  }
  const timer = setInterval(cacheCurrent, cacheIntervalMs)
  // Caches the first board at once.
  const stopCaching = boardStore.use.subscribe(({ view }, previous) => {
    if (view.state === 'ready' && previous.view.state !== 'ready') cacheCurrent()
  })
  const stop = boardStore.follow()
  return () => {
    cacheCurrent()
    clearInterval(timer)
    stopCaching()
    stop()
  }
}
