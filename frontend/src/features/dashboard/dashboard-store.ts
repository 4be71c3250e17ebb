import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { throttle } from '../../shared/live/throttle.ts'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import { isPositionAfter } from '../../shared/live/live-connection.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { fetchOverview } from './api.ts'
import type { Overview } from './api.ts'

export type DashboardState =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; overview: Overview }

type DashboardStore = { screen: DashboardState; load: (signal?: AbortSignal) => Promise<void> }

type Turn = (overview: Overview) => Overview

/** Updates that arrived during a load; its response may be older than they are. */
let heardMeanwhile: Turn[] = []
const turnsKept = 50

export const useDashboard = create<DashboardStore>((set, read) => ({
  screen: { state: 'loading' },
  load: async (signal = new AbortController().signal) => {
    heardMeanwhile = []
    try {
      const answer = await fetchOverview(signal)
      set({ screen: { state: 'ready', overview: heardMeanwhile.reduce((now, turn) => turn(now), answer) } })
    } catch (error) {
      if (isAbortError(error) || read().screen.state === 'ready') return
      set({ screen: { state: 'failed', message: errorMessage(error, 'The dashboard could not be loaded.') } })
    }
  },
}))

/** Minimum time between two loads, in milliseconds. */
const reloadPause = 1000

/** Loads the dashboard and keeps it live. Returns a function that stops. */
export function followDashboard(): () => void {
  const leaving = new AbortController()
  const load = throttle(() => useDashboard.getState().load(leaving.signal), reloadPause)
  const change = (turn: Turn) => {
    heardMeanwhile = [...heardMeanwhile, turn].slice(-turnsKept)
    useDashboard.setState(({ screen }) =>
      screen.state === 'ready' ? { screen: { state: 'ready', overview: turn(screen.overview) } } : {},
    )
  }
  useDashboard.setState({ screen: { state: 'loading' } })
  load()
  const ends = [
    subscribe('leaderboard.changed', (frame) => change((now) => withFrame(now, frame))),
    subscribe('rank.changed', (frame) => change((now) => withRank(now, frame))),
    subscribe('submission.changed', load),
    subscribe('challenge.changed', load),
    onResync(load),
  ]
  return () => {
    leaving.abort()
    for (const end of ends) end()
  }
}

/** Applies a change of the board: the first three, the user's own row and the totals. */
function withFrame(now: Overview, frame: LeaderboardChanged): Overview {
  const { board } = now
  if (!isPositionAfter(frame.position, board.position)) return now
  const fresh = new Map<string, BoardRow>(frame.rows.map((row) => [row.id, row]))
  const left = new Set(frame.left)
  const known = new Map(board.data.map((row) => [row.id, row]))
  for (const [id, row] of fresh) known.set(id, { ...row, _id: id, isCurrentUser: id === now.me.user._id })
  const data = [...known.values()]
    .filter((row) => row.rank <= 3 && !left.has(row.id))
    .sort((a, b) => a.rank - b.rank)
  const own = board.you && known.get(board.you.id)
  return {
    ...now,
    board: {
      ...board,
      data,
      you: own ?? board.you,
      stats: { ...board.stats, ...frame.totals },
      position: frame.position,
      asOf: frame.at,
    },
  }
}

/** Applies the user's new rank. `behind.points` is the gap to the participant above. */
function withRank(now: Overview, { rank, totalPoints, behind, position }: RankChanged): Overview {
  const { board } = now
  if (board.you === null || isPositionAfter(board.position, position)) return now
  return {
    ...now,
    board: {
      ...board,
      you: { ...board.you, rank, totalPoints },
      next: behind ? { name: behind.name, totalPoints: totalPoints + behind.points } : null,
    },
  }
}
