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

/** The state of one part of the screen. The three parts load and fail independently. */
type LoadState<Value> =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; value: Value }

type AdminBoardStore = {
  sorting: BoardSorting
  standings: LoadState<BoardResponse>
  pendingSubmissions: LoadState<ProjectsResponse>
  /** A statistic that could not be loaded is missing. */
  statistics: LoadState<Partial<StatCards>>
  sortBy: (sorting: BoardSorting) => void
  /** Reloads all parts. The current data stays until the responses arrive. */
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

/** Applies changed statistics. Ignores them during the first load, whose response contains them. */
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

/** Loads all parts and applies live updates. Returns an unsubscribe function. */
export function followAdminBoard(): () => void {
  const { refresh } = useAdminBoard.getState()
  const reloadStandings = throttle(loadStandings, throttleMs)
  const reloadPending = throttle(loadPending, throttleMs)
  const unsubscribers = [
    // Reloads, because a message contains only the top hundred by rank: in another order, the first ten rows may be others.
    subscribe('leaderboard.changed', reloadStandings),
    subscribe('submission.received', reloadPending),
    subscribe('submission.changed', reloadPending),
    subscribe('statistics.changed', ({ statistics }) => applyStatistics(statistics)),
    onResync(() => void refresh()),
  ]
  void refresh()
  return () => unsubscribers.forEach((unsubscribe) => unsubscribe())
}
