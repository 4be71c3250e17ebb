import type { BoardHistoryResponse, PointsResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { request } from '../../shared/http/http.ts'

export const fetchBoardHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  request('GET', '/api/leaderboard/history', { signal })

export const fetchPoints = (userId: string, signal: AbortSignal): Promise<PointsResponse> =>
  request('GET', '/api/leaderboard/:userId/points', { params: { userId }, signal })
