// Live data of a leaderboard by filter: its rows, the top three, and the row of the user. Also its pages, now or of an earlier moment, and the
// ranks at the end of each day.

import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { request } from '../http/http.ts'
import { liveData, reloadsOn, type LiveData } from '../live/live-data.ts'
import type { LiveEntry } from '../live/live-types.ts'
import { resyncDelay } from '../live/resync.ts'
import { isAfter, isOtherEpoch } from '../live/position.ts'
import { ownUserId } from '../session/session.ts'
import {
  appendPage,
  applyBoardUpdate,
  applyRankUpdate,
  defaultFilter,
  isDefaultFilter,
  maxLiveRows,
  type Board,
  type BoardFilter,
  boardFromResponse,
  selectTopThree,
} from './board.ts'
import { pagesBetween, replacePage, rowsPerPage, withFirstPage } from './stale-pages.ts'

type LiveBoardOptions = {
  pageSize: number
  /** Loads the top three by rank also if the list is sorted or searched otherwise. */
  hasPodium?: boolean
  onUpdate?: (before: Board, after: Board, update: Pick<LeaderboardChanged, 'at' | 'position'>) => void
}

export type LiveBoard = LiveData<Board, BoardFilter> & {
  /**
   * Says which rows are in or near the window: from index `first` up to, but not including, `end`. After a change these are loaded again,
   * and the others when they come near the window.
   */
  setVisibleRows: (filter: BoardFilter, first: number, end: number) => void
}

/** The rows of a filter that are in or near the window, and what is to be loaded again of what it shows. */
type ListWindow = {
  first: number
  end: number
  /** The stale pages that are being loaded. */
  loadingPages: Set<number>
  timer?: ReturnType<typeof setTimeout> | undefined
  /** Loads the user's own standing again. */
  standingTimer?: ReturnType<typeof setTimeout> | undefined
}

const nextPageSize = 200
/** How long a stale page must be near the window before it is loaded, so that pages that are scrolled past are not. */
const settleMs = 150
/** How long the user's own standing may be out of date: not shorter, because most people with an open page are below the live rows. */
const standingDelay = () => 5_000 + resyncDelay(Math.random())

export function liveBoard({ pageSize, hasPodium = false, onUpdate }: LiveBoardOptions): LiveBoard {
  const fetchNextPage = (filter: BoardFilter, cursor: string, signal: AbortSignal) =>
    fetchBoardPage(filter, { cursor, limit: nextPageSize, signal })

  const fetchPageAgain = async (filter: BoardFilter, page: number, signal?: AbortSignal) => ({
    page,
    response: await fetchBoardPage(filter, { offset: page * rowsPerPage, limit: rowsPerPage, signal }),
  })

  const windows = new WeakMap<LiveEntry<Board>, ListWindow>()
  const windowOf = (filter: BoardFilter): ListWindow => {
    const entry = board.at(filter)
    const shown = windows.get(entry) ?? { first: 0, end: 0, loadingPages: new Set() }
    windows.set(entry, shown)
    return shown
  }
  /** The pages near the window, without the first one, which every load begins with. */
  const visiblePages = (filter: BoardFilter, { rows }: Board) => {
    const { first, end } = windowOf(filter)
    return pagesBetween(first, end).filter((page) => page > 0 && page * rowsPerPage < rows.length)
  }

  /** Loads the first page again and the pages near the window. The other pages become stale. */
  const reloadLongList = async (filter: BoardFilter, current: Board, signal: AbortSignal): Promise<Board> => {
    const [first, ...pages] = await Promise.all([
      loadBoard(filter, { limit: rowsPerPage, signal }, hasPodium),
      ...visiblePages(filter, current).map((page) => fetchPageAgain(filter, page, signal)),
    ])
    const options = { isByRank: isDefaultFilter(filter) }
    return pages.reduce(
      (list, { page, response }) => replacePage(list, page, response, options),
      withFirstPage(current, first, options),
    )
  }

  const board = liveData<Board, BoardFilter>({
    load: async (filter, signal, current) => {
      const openRows = current?.rows.length ?? 0
      const isLong = openRows > pageSize
      // The offset of a list around the user is not known.
      if (current && isLong && filter.around === 'top') return reloadLongList(filter, current, signal)
      let loaded = await loadBoard(filter, { limit: pageSize, signal }, hasPodium)
      // Loads all pages again that the user has opened, if there are still that many.
      const minRows = isLong ? openRows : 0
      while (loaded.rows.length < minRows && loaded.nextCursor !== null) {
        // Sequential, because each page needs the cursor of the previous one.
        loaded = appendPage(loaded, await fetchNextPage(filter, loaded.nextCursor, signal))
      }
      return loaded
    },
    loadMore: async (filter, cursor, signal) => {
      const response = await fetchNextPage(filter, cursor, signal)
      return (shown) => appendPage(shown, response)
    },
    messages: (filter) => ({
      'leaderboard.changed': (before, update, reload) => {
        const { board: after, stale } = applyBoardUpdate(before, update, filter, ownUserId())
        if (stale) reload()
        // The message does not say who passed somebody below its rows.
        else if (after.you === before.you && (after.you?.rank ?? 0) > maxLiveRows)
          reloadStanding(filter, reload)
        return after
      },
      'rank.changed': { sequence: () => 'rank', change: applyRankUpdate },
      // A reset or restore replaces the whole board.
      ...reloadsOn('challenge.changed'),
    }),
    onApplied: (before, after, message) => {
      const { position, at } = { position: undefined, ...message }
      if (position !== undefined) onUpdate?.(before, after, { position, at })
    },
  })

  const reloadStanding = (filter: BoardFilter, reload: () => void): void => {
    const shown = windowOf(filter)
    shown.standingTimer ??= setTimeout(() => {
      shown.standingTimer = undefined
      // The next message may be long in coming. A load of the board says that it fails, and tries again.
      loadStanding(filter).catch(reload)
    }, standingDelay())
  }

  const loadStanding = async (filter: BoardFilter): Promise<void> => {
    const entry = board.at(filter)
    const { data: before, pausedAt } = entry.getState()
    // A load in progress, or the one at the end of a pause, includes it.
    if (before === undefined || entry.isLoading() || pausedAt !== undefined) return
    const response = await fetchBoardPage(defaultFilter, { limit: 1 })
    if (entry.isLoading()) return
    entry.change((shown) => {
      // A message has brought a newer one meanwhile, a process that lags behind has responded, or the board was put back.
      if (shown.you !== before.you || isAfter(before, response) || isOtherEpoch(response, shown)) return shown
      return { ...shown, you: response.you, next: response.next }
    })
  }

  const loadStalePages = async (filter: BoardFilter): Promise<void> => {
    const entry = board.at(filter)
    const { data, pausedAt } = entry.getState()
    // A load in progress, or the one at the end of a pause, includes the visible pages.
    if (data === undefined || entry.isLoading() || pausedAt !== undefined) return
    const { loadingPages } = windowOf(filter)
    const loadPage = async (page: number): Promise<void> => {
      if (!data.stalePages?.has(page) || loadingPages.has(page)) return
      loadingPages.add(page)
      try {
        const { response } = await fetchPageAgain(filter, page)
        if (entry.isLoading()) return
        entry.change((shown) => {
          // A process that lags behind has responded, or the board was put back. The page stays stale.
          if (!shown.stalePages?.has(page) || isOtherEpoch(response, shown) || isAfter(shown, response))
            return shown
          return replacePage(shown, page, response, { isByRank: isDefaultFilter(filter) })
        })
      } finally {
        loadingPages.delete(page)
      }
    }
    await Promise.all(visiblePages(filter, data).map(loadPage))
  }

  return {
    ...board,
    setVisibleRows: (filter, first, end) => {
      const shown = windowOf(filter)
      const isSame = shown.first === first && shown.end === end
      Object.assign(shown, { first, end })
      // Live messages must not put it off.
      if (isSame && shown.timer !== undefined) return
      clearTimeout(shown.timer)
      shown.timer = setTimeout(() => {
        shown.timer = undefined
        // After a failure the page stays stale until the list is scrolled or changes.
        loadStalePages(filter).catch(() => undefined)
      }, settleMs)
    },
  }
}

/** The ranks of the top ten and the user at the end of each day. */
export const boardHistory = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/leaderboard/history', { signal }),
  resyncs: true,
})

type PageOptions = {
  /** The moment, as the API takes it; default: now. */
  at?: string
  cursor?: string
  offset?: number
  limit: number
  signal?: AbortSignal | undefined
}

export function fetchBoardPage(
  { sort, order, search, around }: BoardFilter,
  { signal, ...page }: PageOptions,
): Promise<BoardResponse> {
  const isFirst = page.cursor === undefined && page.offset === undefined
  const start = around === 'me' && isFirst ? around : undefined
  const query = { sort, order, ...page, search: search || undefined, around: start }
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
