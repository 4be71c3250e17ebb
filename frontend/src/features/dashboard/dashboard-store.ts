import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import type { LeaderboardChanged, RankChanged } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { throttle } from '../../shared/live/throttle.ts'
import { isAbortError, errorMessage } from '../../shared/http/request-failed.ts'
import { isAfter, isOtherEpoch } from '../../shared/live/live-connection.ts'
import { onResync } from '../../shared/live/resync.ts'
import { subscribe } from '../../shared/live/live-socket.ts'
import { fetchOverview } from './api.ts'
import type { Overview } from './api.ts'

export type DashboardState =
  { state: 'loading' } | { state: 'failed'; message: string } | { state: 'ready'; overview: Overview }

type DashboardStore = { screen: DashboardState; load: (signal?: AbortSignal) => Promise<void> }

type OverviewChange = (overview: Overview) => Overview

/** Updates that arrived during a load. They are applied to its response, which may be older. */
let bufferedChanges: OverviewChange[] = []
const maxBufferedChanges = 50

export const useDashboard = create<DashboardStore>((set, get) => ({
  screen: { state: 'loading' },
  load: async (signal = new AbortController().signal) => {
    bufferedChanges = []
    try {
      const response = await fetchOverview(signal)
      set({
        screen: {
          state: 'ready',
          overview: bufferedChanges.reduce((overview, apply) => apply(overview), response),
        },
      })
    } catch (error) {
      if (isAbortError(error) || get().screen.state === 'ready') return
      set({ screen: { state: 'failed', message: errorMessage(error, 'The dashboard could not be loaded.') } })
    }
  },
}))

/** Minimum time between two loads, in milliseconds. */
const throttleMs = 1000

/** Loads the dashboard and applies live updates. Returns an unsubscribe function. */
export function followDashboard(): () => void {
  const abortController = new AbortController()
  const load = throttle(() => useDashboard.getState().load(abortController.signal), throttleMs)
  const applyChange = (apply: OverviewChange) => {
    bufferedChanges = [...bufferedChanges, apply].slice(-maxBufferedChanges)
    useDashboard.setState(({ screen }) =>
      screen.state === 'ready' ? { screen: { state: 'ready', overview: apply(screen.overview) } } : {},
    )
  }
  useDashboard.setState({ screen: { state: 'loading' } })
  load()
  const unsubscribers = [
    subscribe('leaderboard.changed', (update) => {
      const { screen } = useDashboard.getState()
      if (screen.state === 'ready' && isOtherEpoch(update, screen.overview.board)) load()
      applyChange((overview) => applyBoardUpdate(overview, update))
    }),
    subscribe('rank.changed', (update) => applyChange((overview) => applyRankUpdate(overview, update))),
    subscribe('submission.changed', load),
    subscribe('challenge.changed', load),
    onResync(load),
  ]
  return () => {
    abortController.abort()
    for (const unsubscribe of unsubscribers) unsubscribe()
  }
}

/** Applies a live update to the top three, the user's own row and the totals. */
function applyBoardUpdate(overview: Overview, update: LeaderboardChanged): Overview {
  const { board } = overview
  if (!isAfter(update, board)) return overview
  const updatedRows = new Map<string, BoardRow>(update.rows.map((row) => [row.id, row]))
  const removedIds = new Set(update.left)
  const rowsById = new Map(board.data.map((row) => [row.id, row]))
  for (const [id, row] of updatedRows)
    rowsById.set(id, { ...row, _id: id, isCurrentUser: id === overview.me.user._id })
  const data = [...rowsById.values()]
    .filter((row) => row.rank <= 3 && !removedIds.has(row.id))
    .sort((a, b) => a.rank - b.rank)
  const ownRow = board.you && rowsById.get(board.you.id)
  return {
    ...overview,
    board: {
      ...board,
      data,
      you: ownRow ?? board.you,
      stats: { ...board.stats, ...update.totals },
      position: update.position,
      asOf: update.at,
    },
  }
}

/** Applies the user's new rank. `behind.points` is the gap to the participant above. */
function applyRankUpdate(overview: Overview, update: RankChanged): Overview {
  const { board } = overview
  const { rank, totalPoints, behind } = update
  if (board.you === null || isOtherEpoch(update, board) || isAfter(board, update)) return overview
  return {
    ...overview,
    board: {
      ...board,
      you: { ...board.you, rank, totalPoints },
      next: behind ? { name: behind.name, totalPoints: totalPoints + behind.points } : null,
    },
  }
}
