import type { BoardAnswer, BoardHistoryAnswer, BoardSort } from '@thirty/contracts/api/leaderboard.ts'
import { get } from '../../shared/http.ts'

/** What the list shows: its order, whom it looks for, and whether it starts at the reader's own row. */
export type BoardView = { sort: BoardSort; order: 'asc' | 'desc'; search: string; around: 'top' | 'me' }

/** Rows that come with one press. */
const pageSize = 100

export function boardPage(
  view: BoardView,
  { cursor, limit = pageSize, signal }: { cursor?: string; limit?: number; signal?: AbortSignal } = {},
): Promise<BoardAnswer> {
  const query = new URLSearchParams({ sort: view.sort, order: view.order, limit: String(limit) })
  if (view.search !== '') query.set('search', view.search)
  if (view.around === 'me' && cursor === undefined) query.set('around', 'me')
  if (cursor !== undefined) query.set('cursor', cursor)
  return get(`/api/leaderboard/leaderboard?${query.toString()}`, signal ? { signal } : {})
}

export const boardHistory = (signal: AbortSignal): Promise<BoardHistoryAnswer> =>
  get('/api/leaderboard/history', { signal })
