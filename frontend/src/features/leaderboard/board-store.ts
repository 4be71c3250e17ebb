import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import { isPositionAfter } from '../../shared/live/live-connection.ts'
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
  /** Newest first, since this browser opened the leaderboard. */
  activity: readonly ActivityItem[]
  loadMoreState: 'idle' | 'loading' | 'failed'
  load: (view: BoardFilter) => Promise<void>
  loadMore: () => Promise<void>
  applyUpdate: (frame: LeaderboardChanged) => void
  applyRankUpdate: (frame: RankChanged) => void
}

const newsKept = 20
const framesKept = 50
const firstView: BoardFilter = { sort: 'totalPoints', order: 'desc', search: '', around: 'top' }
const loadFailed = 'Failed to load leaderboard data. Please try again later.'

let loading: AbortController | undefined
/** Updates that arrived during a load; its response may be older than they are. */
let heardMeanwhile: LeaderboardChanged[] = []
let refetch: ReturnType<typeof setTimeout> | undefined

const myId = (): string | undefined => {
  const { session } = useSession.getState()
  return 'user' in session ? session.user._id : undefined
}

export const useBoard = create<BoardStore>((set, read) => ({
  filter: firstView,
  screen: { state: 'loading' },
  activity: [],
  loadMoreState: 'idle',
  load: async (view) => {
    const same = sameView(view, read().filter)
    set({
      filter: view,
      loadMoreState: 'idle',
      ...(!(same && read().screen.state === 'ready') && { screen: { state: 'loading' } }),
    })
    const known = read().screen
    const count = known.state === 'ready' ? known.board.rows.length : 0
    loading?.abort()
    loading = new AbortController()
    heardMeanwhile = []
    try {
      const board = brought(await fetched(view, count, loading.signal), view)
      rememberIfWhole(view, board)
      const nobody = board.rows.length === 0 && view.search === ''
      set({ screen: nobody ? { state: 'empty' } : { state: 'ready', board } })
    } catch (error) {
      if (isAbortError(error) || read().screen.state === 'ready') return
      set({ screen: { state: 'failed', message: errorMessage(error, loadFailed) } })
    }
  },
  loadMore: async () => {
    const { screen, filter: view, loadMoreState: more } = read()
    if (screen.state !== 'ready' || screen.board.nextCursor === null || more === 'loading') return
    set({ loadMoreState: 'loading' })
    try {
      const answer = await fetchBoardPage(view, { cursor: screen.board.nextCursor, limit: 200 })
      const now = read()
      if (now.screen.state !== 'ready' || !sameView(now.filter, view)) return set({ loadMoreState: 'idle' })
      set({ loadMoreState: 'idle', screen: { state: 'ready', board: appendPage(now.screen.board, answer) } })
    } catch {
      set({ loadMoreState: 'failed' })
    }
  },
  applyUpdate: (frame) => {
    const { screen, filter: view, activity: news } = read()
    heardMeanwhile = [...heardMeanwhile, frame].slice(-framesKept)
    if (screen.state === 'empty') return void read().load(view)
    if (screen.state !== 'ready' || !isPositionAfter(frame.position, screen.board.position)) return
    const { board, stale } = applyBoardUpdate(screen.board, frame, view, myId())
    const fresh = detectActivity(rowsKnown(screen.board), frame.rows, {
      at: frame.at,
      position: frame.position,
      me: myId(),
    })
    set({ screen: { state: 'ready', board }, activity: [...fresh, ...news].slice(0, newsKept) })
    if (stale) fetchAgainSoon()
  },
  applyRankUpdate: (frame) => {
    const { screen } = read()
    if (screen.state === 'ready')
      set({ screen: { state: 'ready', board: applyRankUpdate(screen.board, frame) } })
  },
}))

const rowsKnown = (board: Board) => {
  const here = new Set(board.rows.map((row) => row.id))
  return [...board.rows, ...board.topThree.filter((row) => !here.has(row.id))]
}

const sameView = (a: BoardFilter, b: BoardFilter): boolean =>
  a.sort === b.sort && a.order === b.order && a.search === b.search && a.around === b.around

/** Loads as many rows as were on screen, at least one page. The podium needs a request of its own unless the list starts with it. */
async function fetched(view: BoardFilter, count: number, signal: AbortSignal): Promise<Board> {
  const [answer, top] = await Promise.all([
    fetchBoardPage(view, { signal }),
    isDefaultFilter(view) ? undefined : fetchBoardPage(firstView, { limit: 3, signal }),
  ])
  let board = boardFromResponse(answer, selectTopThree((top ?? answer).data))
  while (board.rows.length < count && board.nextCursor !== null) {
    // Sequential, because each page needs the cursor of the previous one.
    board = appendPage(board, await fetchBoardPage(view, { cursor: board.nextCursor, limit: 200, signal }))
  }
  return board
}

/** Applies the buffered updates to a loaded board. */
function brought(board: Board, view: BoardFilter): Board {
  for (const frame of heardMeanwhile) {
    if (!isPositionAfter(frame.position, board.position)) continue
    const { board: next, stale } = applyBoardUpdate(board, frame, view, myId())
    board = next
    if (stale) fetchAgainSoon()
  }
  heardMeanwhile = []
  return board
}

function rememberIfWhole(view: BoardFilter, board: Board): void {
  if (isDefaultFilter(view) && board.rows.length > 0) cacheBoard(board)
}

function fetchAgainSoon(): void {
  if (refetch !== undefined) return
  refetch = setTimeout(() => {
    refetch = undefined
    void useBoard.getState().load(useBoard.getState().filter)
  }, 1000)
}

/** How often the board is cached as a fallback, in milliseconds. */
const remembering = 30_000

/** Keeps the board live. Returns a function that stops. */
export function followBoard(): () => void {
  const again = () => void useBoard.getState().load(useBoard.getState().filter)
  const remember = () => {
    const { screen, filter: view } = useBoard.getState()
    if (screen.state === 'ready') rememberIfWhole(view, screen.board)
  }
  const timer = setInterval(remember, remembering)
  const ends = [
    subscribe('leaderboard.changed', (frame) => useBoard.getState().applyUpdate(frame)),
    subscribe('rank.changed', (frame) => useBoard.getState().applyRankUpdate(frame)),
    // A reset or restore replaces the whole board.
    subscribe('challenge.changed', again),
    onResync(again),
  ]
  return () => {
    remember()
    clearInterval(timer)
    clearTimeout(refetch)
    refetch = undefined
    for (const end of ends) end()
  }
}
