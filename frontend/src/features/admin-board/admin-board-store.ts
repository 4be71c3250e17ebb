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

/** One of the three parts of the screen; each comes and fails on its own. */
type LoadState<Value> =
  { state: 'loading' } | { state: 'failed'; why: string } | { state: 'ready'; value: Value }

type AdminBoardStore = {
  sorting: BoardSorting
  standings: LoadState<BoardResponse>
  pendingSubmissions: LoadState<ProjectsResponse>
  /** Figures that could not be had are missing. */
  statistics: LoadState<Partial<StatCards>>
  sortBy: (sorting: BoardSorting) => void
  /** Fetches everything anew. What is on screen stays until the answers are there. */
  refresh: () => Promise<void>
}

/** Milliseconds between two fetches of the same part, however fast the contest is. */
const breath = 1000

const loadStandings = async (): Promise<void> => {
  const { sorting } = useAdminBoard.getState()
  const answer = await fetchStandings(sorting).then(readyOf, failed)
  // A late answer to an earlier sorting would show the wrong ten.
  if (useAdminBoard.getState().sorting === sorting) useAdminBoard.setState({ standings: answer })
}
const loadWaiting = async (): Promise<void> =>
  useAdminBoard.setState({ pendingSubmissions: await fetchPendingSubmissions().then(readyOf, failed) })
const loadFigures = async (): Promise<void> =>
  useAdminBoard.setState({ statistics: { state: 'ready', value: await fetchStatistics() } })

/** Some of the figures are other ones now. While all are being fetched, the answer will have them. */
const changeFigures = (changed: Partial<StatCards>): void =>
  useAdminBoard.setState(({ statistics: figures }) =>
    figures.state === 'ready' ? { statistics: readyOf({ ...figures.value, ...changed }) } : {},
  )

const readyOf = <Value>(value: Value): LoadState<Value> => ({ state: 'ready', value })
const failed = (error: unknown): { state: 'failed'; why: string } => ({
  state: 'failed',
  why: loadErrorMessage(error),
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
    await Promise.all([loadStandings(), loadWaiting(), loadFigures()])
  },
}))

/** Loads the screen and keeps it live. Returns the way out. */
export function followAdminBoard(): () => void {
  const { refresh } = useAdminBoard.getState()
  const standings = throttle(loadStandings, breath)
  const waiting = throttle(loadWaiting, breath)
  const ways = [
    // Rows among the first hundred are pushed, but the ten of another sorting may stand elsewhere: so the ten are asked for.
    subscribe('leaderboard.changed', standings),
    subscribe('submission.received', waiting),
    subscribe('submission.changed', waiting),
    subscribe('statistics.changed', ({ statistics }) => changeFigures(statistics)),
    onResync(() => void refresh()),
  ]
  void refresh()
  return () => ways.forEach((leave) => leave())
}
