import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { LeaderboardChanged } from '@thirty/contracts/live.ts'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'
import type { LiveStore } from '../live/live-store.ts'
import { ownUserId } from '../session/session.ts'
import type { Area } from '../session/session-storage.ts'
import {
  appendPage,
  applyBoardUpdate,
  applyRankUpdate,
  boardFromResponse,
  defaultFilter,
  isDefaultFilter,
  selectTopThree,
} from './board.ts'
import type { Board, BoardFilter } from './board.ts'

type BoardStoreOptions = {
  area: Area
  pageSize: number
  /** Loads the top three by rank also if the list is sorted or searched otherwise. */
  hasPodium?: boolean
  onUpdate?: (before: Board, after: Board, update: Pick<LeaderboardChanged, 'at' | 'position'>) => void
}

type PageOptions = { cursor?: string; limit: number; signal: AbortSignal }

const nextPageSize = 200

/** Creates a live store of the leaderboard, by filter. */
export function createBoardStore({
  area,
  pageSize,
  hasPodium = false,
  onUpdate,
}: BoardStoreOptions): LiveStore<Board, BoardFilter> {
  const fetchPage = (
    { sort, order, search, around }: BoardFilter,
    { cursor, limit, signal }: PageOptions,
  ): Promise<BoardResponse> => {
    const query = {
      sort,
      order,
      limit,
      ...(search !== '' && { search }),
      ...(around === 'me' && cursor === undefined && { around }),
      ...(cursor !== undefined && { cursor }),
    }
    return request('GET', '/api/leaderboard/leaderboard', { query, area, signal })
  }
  const fetchNextPage = (filter: BoardFilter, cursor: string, signal: AbortSignal) =>
    fetchPage(filter, { cursor, limit: nextPageSize, signal })

  const store = createLiveStore<Board, BoardFilter>({
    initialKey: defaultFilter,
    load: async ({ key: filter, signal, current }) => {
      // The podium needs its own request unless the list starts with it.
      const needsPodium = hasPodium && !isDefaultFilter(filter)
      const [response, topRows] = await Promise.all([
        fetchPage(filter, { limit: pageSize, signal }),
        needsPodium ? fetchPage(defaultFilter, { limit: 3, signal }) : undefined,
      ])
      let board = boardFromResponse(response, selectTopThree((topRows ?? response).data))
      // Loads all pages again that the user has opened, if there are still that many.
      const openRows = current?.rows.length ?? 0
      const minRows = openRows > pageSize ? openRows : 0
      while (board.rows.length < minRows && board.nextCursor !== null) {
        // Sequential, because each page needs the cursor of the previous one.
        board = appendPage(board, await fetchNextPage(filter, board.nextCursor, signal))
      }
      return board
    },
    loadMore: async ({ key: filter, data, signal }) => {
      if (data.nextCursor === null) return (board) => board
      const response = await fetchNextPage(filter, data.nextCursor, signal)
      return (board) => appendPage(board, response)
    },
    messages: {
      'leaderboard.changed': {
        apply: (board, update, reload) => {
          const { key: filter } = store.getState()
          const { board: after, stale } = applyBoardUpdate(board, update, filter, ownUserId())
          if (stale) reload()
          return after
        },
      },
      'rank.changed': { sequence: () => 'rank', apply: applyRankUpdate },
      'challenge.changed': {
        sequence: () => 'challenge',
        // A reset or restore replaces the whole board.
        apply: (board, _, reload) => {
          reload()
          return board
        },
      },
    },
    ...(onUpdate && { onApplied: onUpdate }),
  })
  return store
}
