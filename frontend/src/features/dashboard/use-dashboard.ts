// The data that the parts of the dashboard share: account, projects, the top of the leaderboard and its history. Parts load the rest
// themselves.

import { ownAccount } from '../../shared/account/own-account.tsx'
import { errorMessage } from '../../shared/http/request-failed.ts'
import { defaultFilter } from '../../shared/leaderboard/board.ts'
import { boardHistory, liveBoard } from '../../shared/leaderboard/live-board.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { ownSubmissions } from '../../shared/submissions/own-submissions.ts'
import { t } from '../../shared/i18n/t.ts'

/** The top three of the leaderboard and the user's own row. */
export const dashboardBoard = liveBoard({ pageSize: 3 })

/** Returns the data once all is loaded, or why some of it is not. */
export function useDashboard() {
  const me = useLiveData(ownAccount)
  const history = useLiveData(boardHistory)
  const board = useLiveData(dashboardBoard, defaultFilter)
  const projects = useLiveData(ownSubmissions)

  const failed = [me, board, projects].filter(({ state }) => state === 'failed')
  const retry = () => failed.forEach(({ reload }) => reload())
  if (failed[0]) return { failure: errorMessage(failed[0].error, t('dashboard.notLoaded')), retry }
  if (!me.data || !board.data || !projects.data || history.state === 'loading') return { retry }
  // The history may be missing: only the sparkline needs it.
  return {
    overview: { me: me.data, projects: projects.data, board: board.data, history: history.data },
    retry,
  }
}

/** What `useDashboard` returns once all is loaded. */
export type Overview = NonNullable<ReturnType<typeof useDashboard>['overview']>
