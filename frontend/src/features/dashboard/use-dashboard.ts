import type { MeResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import type { BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { useEffect } from 'react'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { type Board, defaultFilter } from '../../shared/leaderboard/board.ts'
import { createBoardStore } from '../../shared/leaderboard/board-store.ts'
import { ownSubmissionsStore, type Submissions } from '../../shared/submissions/own-submissions.ts'
import { t } from './messages/t.ts'
import { request } from '../../shared/http/http.ts'

const fetchMe = (signal: AbortSignal): Promise<MeResponse> => request('GET', '/api/auth/me', { signal })

const fetchHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  request('GET', '/api/leaderboard/history', { signal })

/** The data of the dashboard. `history` is null if it could not be loaded; only the sparkline needs it. */
export type Overview = {
  me: MeResponse
  projects: Submissions
  board: Board
  history: BoardHistoryResponse | null
}

export type DashboardState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; overview: Overview }

/** The top three of the leaderboard and the user's own row. */
export const topThreeStore = createBoardStore({ area: 'user', pageSize: 3 })

const fallback = t('notLoaded')

/** Loads the dashboard and applies live updates to it. */
export function useDashboard(): DashboardState {
  const me = useLoadState({ queryKey: ['me'], queryFn: fetchMe, fallback, resyncs: true })
  const history = useLoadState({ queryKey: ['board-history'], queryFn: fetchHistory, resyncs: true })
  const board = topThreeStore.use((store) => store.view)
  const projects = ownSubmissionsStore.use((store) => store.view)
  useEffect(() => {
    const unfollow = [topThreeStore.follow(), ownSubmissionsStore.follow()]
    load()
    return () => {
      for (const stop of unfollow) stop()
    }
  }, [])

  const failed = [board, projects].find((view) => view.state === 'failed')
  if (me.state === 'failed' || failed) {
    const message = me.state === 'failed' ? me.message : errorMessage(failed?.error, fallback)
    const retry = () => {
      load()
      if (me.state === 'failed') me.retry()
    }
    return { state: 'failed', message, retry }
  }
  if (me.state === 'loading' || board.state !== 'ready' || projects.state !== 'ready')
    return { state: 'loading' }
  if (history.state === 'loading') return { state: 'loading' }
  return {
    state: 'ready',
    overview: {
      me: me.value,
      projects: projects.data,
      board: board.data,
      history: history.state === 'ready' ? history.value : null,
    },
  }
}

function load(): void {
  void topThreeStore.load(defaultFilter)
  void ownSubmissionsStore.load(undefined)
}
