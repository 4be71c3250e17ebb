// Loads the dashboard and applies live updates to it.

import type { MeResponse } from '@thirty/contracts/accounts/api.ts'
import type { BoardHistoryResponse } from '@thirty/contracts/leaderboard/api.ts'
import { ownAccount } from '../../shared/account/own-account.ts'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { type Board, defaultFilter } from '../../shared/leaderboard/board.ts'
import { boardHistory, liveBoard } from '../../shared/leaderboard/live-board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ownSubmissions, type Submissions } from '../../shared/submissions/own-submissions.ts'
import { t } from '../../shared/i18n/t.ts'

/** The data of the dashboard. `history` is null if it could not be loaded; only the sparkline needs it. */
export type Overview = {
  me: MeResponse
  projects: Submissions
  board: Board
  history: BoardHistoryResponse | null
}

/** The top three of the leaderboard and the user's own row. */
export const dashboardBoard = liveBoard({ area: 'user', pageSize: 3 })

/** Returns the data once all is loaded, or why some of it is not. `history` may be missing. */
export function useDashboard(): { overview?: Overview; failure?: string; retry: () => void } {
  const me = useLiveData(ownAccount)
  const history = useLiveData(boardHistory)
  const board = useLiveData(dashboardBoard, defaultFilter)
  const projects = useLiveData(ownSubmissions)

  const failed = [me, board, projects].filter(({ state }) => state === 'failed')
  const retry = () => failed.forEach(({ reload }) => reload())
  if (failed[0]) return { failure: errorMessage(failed[0].error, t('dashboard.notLoaded')), retry }
  if (!me.data || !board.data || !projects.data || history.state === 'loading') return { retry }
  return {
    overview: { me: me.data, projects: projects.data, board: board.data, history: history.data ?? null },
    retry,
  }
}
