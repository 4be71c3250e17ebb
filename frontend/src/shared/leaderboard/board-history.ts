import type { BoardHistoryResponse } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'

/** The ranks of the top ten and the user at the end of each day. */
export const boardHistory = liveData<BoardHistoryResponse>({
  load: (_key, signal) => request('GET', '/api/leaderboard/history', { signal }),
  resyncs: true,
})
