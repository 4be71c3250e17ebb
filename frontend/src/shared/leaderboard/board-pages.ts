// Loads pages of a leaderboard: the live one, or that of an earlier moment.

import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../http/http.ts'
import {
  boardFromResponse,
  defaultFilter,
  isDefaultFilter,
  selectTopThree,
  type Board,
  type BoardFilter,
} from './board.ts'

type PageOptions = {
  /** The moment, as the API takes it; default: now. */
  at?: string
  cursor?: string
  offset?: number
  limit: number
  signal?: AbortSignal | undefined
}

export const fetchBoardPage = (
  { sort, order, search, around }: BoardFilter,
  { signal, ...page }: PageOptions,
): Promise<BoardResponse> => {
  const isFirst = page.cursor === undefined && page.offset === undefined
  const query = {
    sort,
    order,
    ...page,
    ...(search !== '' && { search }),
    ...(around === 'me' && isFirst && { around }),
  }
  return request('GET', '/api/leaderboard/leaderboard', { query, signal })
}

/** Loads the first page, and the top three by rank unless the list begins with them or `hasPodium` is false. */
export async function loadBoard(filter: BoardFilter, page: PageOptions, hasPodium: boolean): Promise<Board> {
  const needsPodium = hasPodium && !isDefaultFilter(filter)
  const [response, topRows] = await Promise.all([
    fetchBoardPage(filter, page),
    needsPodium ? fetchBoardPage(defaultFilter, { ...page, limit: 3 }) : undefined,
  ])
  return boardFromResponse(response, selectTopThree((topRows ?? response).data))
}
