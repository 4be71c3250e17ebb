import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { LeaderboardChanged } from '@thirty/contracts/live.ts'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'
import type { LiveStore } from '../live/live-store.ts'
import { isAfter, isOtherEpoch } from '../live/position.ts'
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
import { pagesBetween, replacePage, rowsPerPage, withFirstPage } from './stale-pages.ts'

type BoardStoreOptions = {
  area: Area
  pageSize: number
  /** Loads the top three by rank also if the list is sorted or searched otherwise. */
  hasPodium?: boolean
  onUpdate?: (before: Board, after: Board, update: Pick<LeaderboardChanged, 'at' | 'position'>) => void
}

export type BoardStore = LiveStore<Board, BoardFilter> & {
  /**
   * Says which rows are in or near the window: from index `first` up to, but not including, `end`. After a change these are loaded again,
   * and the others when they come near the window.
   */
  setVisibleRows: (first: number, end: number) => void
}

type PageOptions = { cursor?: string; offset?: number; limit: number; signal: AbortSignal }

const nextPageSize = 200
/** How long a stale page must be near the window before it is loaded, so that pages that are scrolled past are not. */
const settleMs = 150
const pageTimeoutMs = 20_000

/** Creates a live store of the leaderboard, by filter. */
export function createBoardStore({
  area,
  pageSize,
  hasPodium = false,
  onUpdate,
}: BoardStoreOptions): BoardStore {
  const fetchPage = (
    { sort, order, search, around }: BoardFilter,
    { cursor, offset, limit, signal }: PageOptions,
  ): Promise<BoardResponse> => {
    const query = {
      sort,
      order,
      limit,
      ...(search !== '' && { search }),
      ...(around === 'me' && cursor === undefined && offset === undefined && { around }),
      ...(offset !== undefined && { offset }),
      ...(cursor !== undefined && { cursor }),
    }
    return request('GET', '/api/leaderboard/leaderboard', { query, area, signal })
  }
  const fetchNextPage = (filter: BoardFilter, cursor: string, signal: AbortSignal) =>
    fetchPage(filter, { cursor, limit: nextPageSize, signal })

  const fetchPageAgain = async (filter: BoardFilter, page: number, signal: AbortSignal) => ({
    page,
    response: await fetchPage(filter, { offset: page * rowsPerPage, limit: rowsPerPage, signal }),
  })

  let visible = { first: 0, end: 0 }
  /** The pages near the window, without the first one, which every load begins with. */
  const visiblePages = ({ rows }: Board) =>
    pagesBetween(visible.first, visible.end).filter((page) => page > 0 && page * rowsPerPage < rows.length)

  /** Loads the first page again and the pages near the window. The other pages become stale. */
  const reloadLongList = async (filter: BoardFilter, current: Board, signal: AbortSignal): Promise<Board> => {
    const [first, ...pages] = await Promise.all([
      loadFirstPage(filter, rowsPerPage, signal),
      ...visiblePages(current).map((page) => fetchPageAgain(filter, page, signal)),
    ])
    const options = { isByRank: isDefaultFilter(filter) }
    return pages.reduce(
      (board, { page, response }) => replacePage(board, page, response, options),
      withFirstPage(current, first, options),
    )
  }

  const loadFirstPage = async (filter: BoardFilter, limit: number, signal: AbortSignal): Promise<Board> => {
    // The podium needs its own request unless the list starts with it.
    const needsPodium = hasPodium && !isDefaultFilter(filter)
    const [response, topRows] = await Promise.all([
      fetchPage(filter, { limit, signal }),
      needsPodium ? fetchPage(defaultFilter, { limit: 3, signal }) : undefined,
    ])
    return boardFromResponse(response, selectTopThree((topRows ?? response).data))
  }

  const store = createLiveStore<Board, BoardFilter>({
    initialKey: defaultFilter,
    load: async ({ key: filter, signal, current }) => {
      const openRows = current?.rows.length ?? 0
      const isLong = openRows > pageSize
      // The offset of a list around the user is not known.
      if (current && isLong && filter.around === 'top') return reloadLongList(filter, current, signal)
      let board = await loadFirstPage(filter, pageSize, signal)
      // Loads all pages again that the user has opened, if there are still that many.
      const minRows = isLong ? openRows : 0
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

  const loadingPages = new Set<number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const loadStalePages = async (): Promise<void> => {
    const { view, key: filter, isFetching, pausedAt } = store.getState()
    // A load in progress, or the one at the end of a pause, includes the visible pages.
    if (view.state !== 'ready' || isFetching || pausedAt !== undefined) return
    const { data: board } = view
    const pages = visiblePages(board).filter((page) => board.stalePages?.has(page) && !loadingPages.has(page))
    await Promise.all(pages.map((page) => loadStalePage(filter, page)))
  }

  const loadStalePage = async (filter: BoardFilter, page: number): Promise<void> => {
    loadingPages.add(page)
    try {
      const { response } = await fetchPageAgain(filter, page, AbortSignal.timeout(pageTimeoutMs))
      store.change((board) => {
        const isCurrent = store.getState().key === filter && board.stalePages?.has(page) === true
        // A process that lags behind has responded, or the board was put back. The page stays stale.
        if (!isCurrent || isOtherEpoch(response, board) || isAfter(board, response)) return board
        return replacePage(board, page, response, { isByRank: isDefaultFilter(filter) })
      })
    } finally {
      loadingPages.delete(page)
    }
  }

  return {
    ...store,
    setVisibleRows: (first, end) => {
      const isSame = visible.first === first && visible.end === end
      visible = { first, end }
      // Live messages must not put it off.
      if (isSame && timer !== undefined) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        timer = undefined
        // After a failure the page stays stale until the list is scrolled or changes.
        loadStalePages().catch(() => undefined)
      }, settleMs)
    },
  }
}
