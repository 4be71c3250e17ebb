import type { MeResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import type { BoardResponse, BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import { request } from '../../shared/http/http.ts'

/** The data of the dashboard. `history` is null if it could not be loaded; only the sparkline needs it. */
export type Overview = {
  me: MeResponse
  projects: ProjectsResponse
  board: BoardResponse
  history: BoardHistoryResponse | null
}

/** Sends the email with the link that confirms the address again. */
export const sendConfirmation = () => request('POST', '/api/auth/send-confirmation')

export async function fetchOverview(signal: AbortSignal): Promise<Overview> {
  const [me, projects, board, history] = await Promise.all([
    request('GET', '/api/auth/me', { signal }),
    request('GET', '/api/projects/my-projects', { query: { limit: 100 }, signal }),
    request('GET', '/api/leaderboard/leaderboard', { query: { limit: 3 }, signal }),
    request('GET', '/api/leaderboard/history', { signal }).catch(() => null),
  ])
  return { me, projects, board, history }
}
