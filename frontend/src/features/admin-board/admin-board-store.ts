import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import type { StatCards } from '@thirty/contracts/api/admin/statistics.ts'
import { create } from 'zustand'
import { throttle } from '../../shared/live/throttle.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { fetchStatistics, fetchStandings, fetchPendingSubmissions } from './api.ts'
import type { BoardSorting } from './api.ts'
import { loadErrorMessage } from './load-error-message.ts'

/** One of the three parts of the screen, which load and fail independently. */
type LoadState<Value> =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; value: Value }

type AdminBoardStore = {
  sorting: BoardSorting
  standings: LoadState<BoardResponse>
  pendingSubmissions: LoadState<ProjectsResponse>
  /** Statistics that could not be loaded are missing. */
  statistics: LoadState<Partial<StatCards>>
  sortBy: (sorting: BoardSorting) => void
  /** Loads everything again. The current data stays until the responses arrive. */
  refresh: () => Promise<void>
}

/** Minimum time between two requests for the same part, in milliseconds. */
const throttleMs = 1000

const loadStandings = async (): Promise<void> => {
  const { sorting } = useAdminBoard.getState()
  const result = await fetchStandings(sorting).then(ready, failed)
  // A late response for the previous order would show the wrong rows.
  if (useAdminBoard.getState().sorting === sorting) useAdminBoard.setState({ standings: result })
}
const loadPending = async (): Promise<void> =>
  useAdminBoard.setState({ pendingSubmissions: await fetchPendingSubmissions().then(ready, failed) })
const loadStatistics = async (): Promise<void> =>
  useAdminBoard.setState({ statistics: { state: 'ready', value: await fetchStatistics() } })

/** Applies changed statistics. While all are loading this is not needed: the response contains them. */
const applyStatistics = (changed: Partial<StatCards>): void =>
  useAdminBoard.setState(({ statistics }) =>
    statistics.state === 'ready' ? { statistics: ready({ ...statistics.value, ...changed }) } : {},
  )

const ready = <Value>(value: Value): LoadState<Value> => ({ state: 'ready', value })
const failed = (error: unknown): { state: 'failed'; message: string } => ({
  state: 'failed',
  message: loadErrorMessage(error),
})

export const useAdminBoard = create<AdminBoardStore>((set) => ({
  sorting: { sort: 'totalPoints', order: 'desc' },
  standings: { state: 'loading' },
  pendingSubmissions: { state: 'loading' },
  statistics: { state: 'loading' },
  sortBy: (sorting) => {
    set({ sorting })
    void loadStandings()
  },
  refresh: async () => {
    await Promise.all([loadStandings(), loadPending(), loadStatistics()])
  },
}))

/** Loads the screen and keeps it live. Returns a function that stops. */
export function followAdminBoard(): () => void {
  const { refresh } = useAdminBoard.getState()
  const reloadStandings = throttle(loadStandings, throttleMs)
  const reloadPending = throttle(loadPending, throttleMs)
  const unsubscribers = [
    // Messages contain only the first hundred rows by rank. In another order the first ten may be others, so they are reloaded.
    subscribe('leaderboard.changed', reloadStandings),
    subscribe('submission.received', reloadPending),
    subscribe('submission.changed', reloadPending),
    subscribe('statistics.changed', ({ statistics }) => applyStatistics(statistics)),
    onResync(() => void refresh()),
  ]
  void refresh()
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
