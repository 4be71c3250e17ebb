import type { MeAnswer } from '@thirty/contracts/api/accounts.ts'
import type { BoardAnswer, BoardHistoryAnswer } from '@thirty/contracts/api/leaderboard.ts'
import type { ProjectsAnswer } from '@thirty/contracts/api/projects.ts'
import { get } from '../../shared/http.ts'

/** Everything the dashboard shows about its reader. `history` is null when it could not be had: only a line is missing then. */
export type Overview = {
  me: MeAnswer
  projects: ProjectsAnswer
  board: BoardAnswer
  history: BoardHistoryAnswer | null
}

export async function overview(signal: AbortSignal): Promise<Overview> {
  const [me, projects, board, history] = await Promise.all([
    get<MeAnswer>('/api/auth/me', { signal }),
    get<ProjectsAnswer>('/api/projects/my-projects?limit=100', { signal }),
    get<BoardAnswer>('/api/leaderboard/leaderboard?limit=3', { signal }),
    get<BoardHistoryAnswer>('/api/leaderboard/history', { signal }).catch(() => null),
  ])
  return { me, projects, board, history }
}
