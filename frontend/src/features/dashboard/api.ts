import type { MeResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import type { BoardHistoryResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { request } from '../../shared/http/http.ts'

export const fetchMe = (signal: AbortSignal): Promise<MeResponse> =>
  request('GET', '/api/auth/me', { signal })

export const fetchHistory = (signal: AbortSignal): Promise<BoardHistoryResponse> =>
  request('GET', '/api/leaderboard/history', { signal })
