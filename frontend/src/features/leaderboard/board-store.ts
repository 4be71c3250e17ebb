import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import { isAfter, isOtherEpoch } from '../../shared/live/live-connection.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { useSession } from '../../shared/session/session.ts'
import { fetchBoardPage } from './api.ts'
import type { BoardFilter } from './api.ts'
import {
  boardFromResponse,
  applyBoardUpdate,
  isDefaultFilter,
  applyRankUpdate,
  selectTopThree,
  appendPage,
} from './board.ts'
import type { Board } from './board.ts'
import { cacheBoard } from './fallback/cached-board.ts'
import { detectActivity } from './activity/activity.ts'
import type { ActivityItem } from './activity/activity.ts'

export type BoardState =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'empty' }
  | { state: 'ready'; board: Board }

type BoardStore = {
  filter: BoardFilter
  screen: BoardState
  /** What changed since this browser opened the leaderboard, newest first. */
  activity: readonly ActivityItem[]
  loadMoreState: 'idle' | 'loading' | 'failed'
  load: (filter: BoardFilter) => Promise<void>
  loadMore: () => Promise<void>
  applyUpdate: (update: LeaderboardChanged) => void
  applyRankUpdate: (update: RankChanged) => void
}

const maxActivityItems = 20
const maxBufferedUpdates = 50
const defaultFilter: BoardFilter = { sort: 'totalPoints', order: 'desc', search: '', around: 'top' }
const loadFailedMessage = 'Failed to load leaderboard data. Please try again later.'

let abortController: AbortController | undefined
/** Updates that arrived during a load. They are applied to its response, which may be older. */
let bufferedUpdates: LeaderboardChanged[] = []
let reloadTimer: ReturnType<typeof setTimeout> | undefined

const ownUserId = (): string | undefined => {
  const { session } = useSession.getState()
  return 'user' in session ? session.user._id : undefined
}

export const useBoard = create<BoardStore>((set, get) => ({
  filter: defaultFilter,
  screen: { state: 'loading' },
  activity: [],
  loadMoreState: 'idle',
  load: async (filter) => {
    const isSameFilter = equalFilters(filter, get().filter)
    set({
      filter,
      loadMoreState: 'idle',
      ...(!(isSameFilter && get().screen.state === 'ready') && { screen: { state: 'loading' } }),
    })
    const { screen } = get()
    const loadedCount = screen.state === 'ready' ? screen.board.rows.length : 0
    abortController?.abort()
    abortController = new AbortController()
    bufferedUpdates = []
    try {
      const response = await fetchBoard(filter, loadedCount, abortController.signal)
      const board = applyBufferedUpdates(response, filter)
      cacheIfUnfiltered(filter, board)
      const isEmpty = board.rows.length === 0 && filter.search === ''
      set({ screen: isEmpty ? { state: 'empty' } : { state: 'ready', board } })
    } catch (error) {
      if (isAbortError(error) || get().screen.state === 'ready') return
      set({ screen: { state: 'failed', message: errorMessage(error, loadFailedMessage) } })
    }
  },
  loadMore: async () => {
    const { screen, filter, loadMoreState } = get()
    if (screen.state !== 'ready' || screen.board.nextCursor === null || loadMoreState === 'loading') return
    set({ loadMoreState: 'loading' })
    try {
      const response = await fetchBoardPage(filter, { cursor: screen.board.nextCursor, limit: 200 })
      const current = get()
      if (current.screen.state !== 'ready' || !equalFilters(current.filter, filter))
        return set({ loadMoreState: 'idle' })
      set({
        loadMoreState: 'idle',
        screen: { state: 'ready', board: appendPage(current.screen.board, response) },
      })
    } catch {
      set({ loadMoreState: 'failed' })
    }
  },
  applyUpdate: (update) => {
    const { screen, filter, activity } = get()
    bufferedUpdates = [...bufferedUpdates, update].slice(-maxBufferedUpdates)
    if (screen.state === 'empty') return void get().load(filter)
    if (screen.state !== 'ready') return
    // The message contains only what changed in the other epoch.
    if (isOtherEpoch(update, screen.board)) return scheduleReload()
    if (!isAfter(update, screen.board)) return
    const { board, stale } = applyBoardUpdate(screen.board, update, filter, ownUserId())
    const newActivity = detectActivity(loadedRows(screen.board), update.rows, {
      at: update.at,
      position: update.position,
      ownId: ownUserId(),
    })
    set({
      screen: { state: 'ready', board },
      activity: [...newActivity, ...activity].slice(0, maxActivityItems),
    })
    if (stale) scheduleReload()
  },
  applyRankUpdate: (update) => {
    const { screen } = get()
    if (screen.state === 'ready')
      set({ screen: { state: 'ready', board: applyRankUpdate(screen.board, update) } })
  },
}))

const loadedRows = (board: Board) => {
  const listedIds = new Set(board.rows.map((row) => row.id))
  return [...board.rows, ...board.topThree.filter((row) => !listedIds.has(row.id))]
}

const equalFilters = (a: BoardFilter, b: BoardFilter): boolean =>
  a.sort === b.sort && a.order === b.order && a.search === b.search && a.around === b.around

/**
 * Loads at least `minRows` rows, if there are that many, and at least one page. The podium needs its own request unless the
 * list starts with it.
 */
async function fetchBoard(filter: BoardFilter, minRows: number, signal: AbortSignal): Promise<Board> {
  const [response, topRows] = await Promise.all([
    fetchBoardPage(filter, { signal }),
    isDefaultFilter(filter) ? undefined : fetchBoardPage(defaultFilter, { limit: 3, signal }),
  ])
  let board = boardFromResponse(response, selectTopThree((topRows ?? response).data))
  while (board.rows.length < minRows && board.nextCursor !== null) {
    // Sequential, because each page needs the cursor of the previous one.
    board = appendPage(board, await fetchBoardPage(filter, { cursor: board.nextCursor, limit: 200, signal }))
  }
  return board
}

function applyBufferedUpdates(board: Board, filter: BoardFilter): Board {
  for (const update of bufferedUpdates) {
    if (isOtherEpoch(update, board)) scheduleReload()
    if (!isAfter(update, board)) continue
    const { board: next, stale } = applyBoardUpdate(board, update, filter, ownUserId())
    board = next
    if (stale) scheduleReload()
  }
  bufferedUpdates = []
  return board
}

function cacheIfUnfiltered(filter: BoardFilter, board: Board): void {
  if (isDefaultFilter(filter) && board.rows.length > 0) cacheBoard(board)
}

const reload = () => void useBoard.getState().load(useBoard.getState().filter)

function scheduleReload(): void {
  if (reloadTimer !== undefined) return
  reloadTimer = setTimeout(() => {
    reloadTimer = undefined
    reload()
  }, 1000)
}

/** How often the board is cached as a fallback, in milliseconds. */
const cacheIntervalMs = 30_000

/** Applies live updates to the board and caches it. Returns a function that stops both. */
export function followBoard(): () => void {
  const cacheCurrent = () => {
    const { screen, filter } = useBoard.getState()
    if (screen.state === 'ready') cacheIfUnfiltered(filter, screen.board)
  }
  const timer = setInterval(cacheCurrent, cacheIntervalMs)
  const unsubscribers = [
    subscribe('leaderboard.changed', (update) => useBoard.getState().applyUpdate(update)),
    subscribe('rank.changed', (update) => useBoard.getState().applyRankUpdate(update)),
    // A reset or restore replaces the whole board.
    subscribe('challenge.changed', reload),
    onResync(reload),
  ]
  return () => {
    cacheCurrent()
    clearInterval(timer)
    clearTimeout(reloadTimer)
    reloadTimer = undefined
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}
