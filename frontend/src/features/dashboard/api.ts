import type { MeResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import type { BoardResponse, BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import { get } from '../../shared/http/http.ts'

/** Everything the dashboard shows about its reader. `history` is null when it could not be had: only a line is missing then. */
export type Overview = {
  me: MeResponse
  projects: ProjectsResponse
  board: BoardResponse
  history: BoardHistoryResponse | null
}

export async function fetchOverview(signal: AbortSignal): Promise<Overview> {
  const [me, projects, board, history] = await Promise.all([
    get<MeResponse>('/api/auth/me', { signal }),
    get<ProjectsResponse>('/api/projects/my-projects?limit=100', { signal }),
    get<BoardResponse>('/api/leaderboard/leaderboard?limit=3', { signal }),
    get<BoardHistoryResponse>('/api/leaderboard/history', { signal }).catch(() => null),
  ])
  return { me, projects, board, history }
}
