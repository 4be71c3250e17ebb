// The standings at the end of a day, page by page. A day that has ended does not change, so each is loaded once.

import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../../../shared/http/http.ts'
import {
  appendPage,
  boardFromResponse,
  defaultFilter,
  isDefaultFilter,
  selectTopThree,
} from '../../../shared/leaderboard/board.ts'
import type { Board, BoardFilter } from '../../../shared/leaderboard/board.ts'
import { liveData } from '../../../shared/live/live-data.ts'

const pageSize = 100
const podiumSize = 3

type PastKey = {
  day: number
  /** After a reset or restore, the days have other standings. */
  run: number
  filter: BoardFilter
}

export const pastBoards = liveData<Board, PastKey>({
  load: async ({ day, filter }, signal) => {
    const [first, podium] = await Promise.all([
      fetchPage(day, filter, { signal, limit: pageSize }),
      isDefaultFilter(filter) ? undefined : fetchPage(day, defaultFilter, { signal, limit: podiumSize }),
    ])
    return boardFromResponse(first, selectTopThree((podium ?? first).data))
  },
  loadMore: async ({ day, filter }, cursor, signal) => {
    const page = await fetchPage(day, filter, { signal, limit: pageSize, cursor })
    return (board) => appendPage(board, page)
  },
  isFinal: () => true,
})

type Page = { signal: AbortSignal; limit: number; cursor?: string | undefined }

const fetchPage = (
  day: number,
  { sort, order, search }: BoardFilter,
  { signal, limit, cursor }: Page,
): Promise<BoardResponse> =>
  request('GET', '/api/leaderboard/leaderboard', {
    query: {
      at: `day:${day}`,
      sort,
      order,
      limit,
      ...(search !== '' && { search }),
      ...(cursor !== undefined && { cursor }),
    },
    signal,
  })
