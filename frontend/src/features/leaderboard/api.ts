import type { BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { request } from '../../shared/http/http.ts'

export const fetchBoardHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  request('GET', '/api/leaderboard/history', { signal })
