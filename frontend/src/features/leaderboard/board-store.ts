import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { isAbort, wordsOf } from '../../shared/http-problem.ts'
import { isAfter } from '../../shared/live-connection.ts'
import { onMissed } from '../../shared/live-missed.ts'
import { subscribe } from '../../shared/live.ts'
import { useSession } from '../../shared/session.ts'
import { boardPage } from './api.ts'
import type { BoardView } from './api.ts'
import { boardOf, changed, isNatural, ownPlace, podium, withPage } from './board.ts'
import type { Board } from './board.ts'
import { rememberBoard } from './last-board.ts'
import { newsOf } from './news.ts'
import type { News } from './news.ts'

export type BoardScreen =
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'empty' }
  | { state: 'ready'; board: Board }

type BoardStore = {
  view: BoardView
  screen: BoardScreen
  /** Newest first; what this browser saw since it opened the board. */
  news: readonly News[]
  more: 'idle' | 'loading' | 'failed'
  open: (view: BoardView) => Promise<void>
  loadMore: () => Promise<void>
  take: (frame: LeaderboardChanged) => void
  takeRank: (frame: RankChanged) => void
}

const newsKept = 20
const framesKept = 50
const firstView: BoardView = { sort: 'totalPoints', order: 'desc', search: '', around: 'top' }
const loadFailed = 'Failed to load leaderboard data. Please try again later.'

let loading: AbortController | undefined
/** What was heard while an answer was on its way: it may be older than that. */
let heardMeanwhile: LeaderboardChanged[] = []
let refetch: ReturnType<typeof setTimeout> | undefined

const myId = (): string | undefined => {
  const { session } = useSession.getState()
  return 'user' in session ? session.user._id : undefined
}

export const useBoard = create<BoardStore>((set, read) => ({
  view: firstView,
  screen: { state: 'loading' },
  news: [],
  more: 'idle',
  open: async (view) => {
    const same = sameView(view, read().view)
    set({
      view,
      more: 'idle',
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
      if (isAbort(error) || read().screen.state === 'ready') return
      set({ screen: { state: 'failed', message: wordsOf(error, loadFailed) } })
    }
  },
  loadMore: async () => {
    const { screen, view, more } = read()
    if (screen.state !== 'ready' || screen.board.nextCursor === null || more === 'loading') return
    set({ more: 'loading' })
    try {
      const answer = await boardPage(view, { cursor: screen.board.nextCursor, limit: 200 })
      const now = read()
      if (now.screen.state !== 'ready' || !sameView(now.view, view)) return set({ more: 'idle' })
      set({ more: 'idle', screen: { state: 'ready', board: withPage(now.screen.board, answer) } })
    } catch {
      set({ more: 'failed' })
    }
  },
  take: (frame) => {
    const { screen, view, news } = read()
    heardMeanwhile = [...heardMeanwhile, frame].slice(-framesKept)
    if (screen.state === 'empty') return void read().open(view)
    if (screen.state !== 'ready' || !isAfter(frame.position, screen.board.position)) return
    const { board, stale } = changed(screen.board, frame, view, myId())
    const fresh = newsOf(rowsKnown(screen.board), frame.rows, {
      at: frame.at,
      position: frame.position,
      me: myId(),
    })
    set({ screen: { state: 'ready', board }, news: [...fresh, ...news].slice(0, newsKept) })
    if (stale) fetchAgainSoon()
  },
  takeRank: (frame) => {
    const { screen } = read()
    if (screen.state === 'ready') set({ screen: { state: 'ready', board: ownPlace(screen.board, frame) } })
  },
}))

const rowsKnown = (board: Board) => {
  const here = new Set(board.rows.map((row) => row.id))
  return [...board.rows, ...board.top.filter((row) => !here.has(row.id))]
}

const sameView = (a: BoardView, b: BoardView): boolean =>
  a.sort === b.sort && a.order === b.order && a.search === b.search && a.around === b.around

/** The first page, and as many more as were on the screen. The podium needs a call of its own unless the list begins with it. */
async function fetched(view: BoardView, count: number, signal: AbortSignal): Promise<Board> {
  const [answer, top] = await Promise.all([
    boardPage(view, { signal }),
    isNatural(view) ? undefined : boardPage(firstView, { limit: 3, signal }),
  ])
  let board = boardOf(answer, podium((top ?? answer).data))
  while (board.rows.length < count && board.nextCursor !== null) {
    // Each page is found by the cursor of the one before it.
    board = withPage(board, await boardPage(view, { cursor: board.nextCursor, limit: 200, signal }))
  }
  return board
}

/** The board of an answer, with what was heard since. */
function brought(board: Board, view: BoardView): Board {
  for (const frame of heardMeanwhile) {
    if (!isAfter(frame.position, board.position)) continue
    const { board: next, stale } = changed(board, frame, view, myId())
    board = next
    if (stale) fetchAgainSoon()
  }
  heardMeanwhile = []
  return board
}

function rememberIfWhole(view: BoardView, board: Board): void {
  if (isNatural(view) && board.rows.length > 0) rememberBoard(board)
}

function fetchAgainSoon(): void {
  if (refetch !== undefined) return
  refetch = setTimeout(() => {
    refetch = undefined
    void useBoard.getState().open(useBoard.getState().view)
  }, 1000)
}

/** How often the board on the screen is kept for bad times, in milliseconds. */
const remembering = 30_000

/** Keeps the board moving while its screen is open. Returns the way out. */
export function followBoard(): () => void {
  const again = () => void useBoard.getState().open(useBoard.getState().view)
  const remember = () => {
    const { screen, view } = useBoard.getState()
    if (screen.state === 'ready') rememberIfWhole(view, screen.board)
  }
  const timer = setInterval(remember, remembering)
  const ends = [
    subscribe('leaderboard.changed', (frame) => useBoard.getState().take(frame)),
    subscribe('rank.changed', (frame) => useBoard.getState().takeRank(frame)),
    // A reset or restore is another board altogether.
    subscribe('challenge.changed', again),
    onMissed(again),
  ]
  return () => {
    remember()
    clearInterval(timer)
    clearTimeout(refetch)
    refetch = undefined
    for (const end of ends) end()
  }
}
