import type {
  BoardResponse,
  BoardHistoryResponse,
  BoardSort,
} from '@thirty/contracts/api/challenge/leaderboard.ts'
import { get } from '../../shared/http/http.ts'

/** What the list shows: its order, whom it looks for, and whether it starts at the reader's own row. */
export type BoardFilter = { sort: BoardSort; order: 'asc' | 'desc'; search: string; around: 'top' | 'me' }

/** Rows that come with one press. */
const pageSize = 100

export function fetchBoardPage(
  view: BoardFilter,
  { cursor, limit = pageSize, signal }: { cursor?: string; limit?: number; signal?: AbortSignal } = {},
): Promise<BoardResponse> {
  const query = new URLSearchParams({ sort: view.sort, order: view.order, limit: String(limit) })
  if (view.search !== '') query.set('search', view.search)
  if (view.around === 'me' && cursor === undefined) query.set('around', 'me')
  if (cursor !== undefined) query.set('cursor', cursor)
  return get(`/api/leaderboard/leaderboard?${query.toString()}`, signal ? { signal } : {})
}

export const fetchBoardHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  get('/api/leaderboard/history', { signal })
