import type { BoardResponse, BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { BoardSort } from '@thirty/contracts/rules/board-sorts.ts'
import { request } from '../../shared/http/http.ts'

/** Sort order and search of the list, and whether it starts at the top or at the user's own row. */
export type BoardFilter = { sort: BoardSort; order: 'asc' | 'desc'; search: string; around: 'top' | 'me' }

type PageOptions = { cursor?: string; limit?: number; signal?: AbortSignal }

const pageSize = 100

export function fetchBoardPage(
  { sort, order, search, around }: BoardFilter,
  { cursor, limit = pageSize, signal }: PageOptions = {},
): Promise<BoardResponse> {
  const query = {
    sort,
    order,
    limit,
    ...(search !== '' && { search }),
    ...(around === 'me' && cursor === undefined && { around }),
    ...(cursor !== undefined && { cursor }),
  }
  return request('GET', '/api/leaderboard/leaderboard', { query, signal })
}

export const fetchBoardHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  request('GET', '/api/leaderboard/history', { signal })
