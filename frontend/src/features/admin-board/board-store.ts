import type { BoardAnswer } from '@thirty/contracts/api/leaderboard.ts'
import type { ProjectsAnswer } from '@thirty/contracts/api/projects.ts'
import type { StatCards } from '@thirty/contracts/api/statistics.ts'
import { create } from 'zustand'
import { coalesced } from '../../shared/coalesced.ts'
import { onMissed } from '../../shared/live-missed.ts'
import { subscribe } from '../../shared/live.ts'
import { fetchFigures, fetchStandings, fetchWaiting } from './api.ts'
import type { Sorting } from './api.ts'
import { whyOf } from './why-of.ts'

/** One of the three parts of the screen; each comes and fails on its own. */
type Part<Value> = { state: 'loading' } | { state: 'failed'; why: string } | { state: 'ready'; value: Value }

type AdminBoard = {
  sorting: Sorting
  standings: Part<BoardAnswer>
  waiting: Part<ProjectsAnswer>
  /** Figures that could not be had are missing. */
  figures: Part<Partial<StatCards>>
  sortBy: (sorting: Sorting) => void
  /** Fetches everything anew. What is on screen stays until the answers are there. */
  refresh: () => Promise<void>
}

/** Milliseconds between two fetches of the same part, however fast the contest is. */
const breath = 1000

const loadStandings = async (): Promise<void> => {
  const { sorting } = useAdminBoard.getState()
  const answer = await fetchStandings(sorting).then(readyOf, failed)
  // A late answer to an earlier sorting would show the wrong ten.
  if (useAdminBoard.getState().sorting === sorting) useAdminBoard.setState({ standings: answer })
}
const loadWaiting = async (): Promise<void> =>
  useAdminBoard.setState({ waiting: await fetchWaiting().then(readyOf, failed) })
const loadFigures = async (): Promise<void> =>
  useAdminBoard.setState({ figures: { state: 'ready', value: await fetchFigures() } })

/** Some of the figures are other ones now. While all are being fetched, the answer will have them. */
const changeFigures = (changed: Partial<StatCards>): void =>
  useAdminBoard.setState(({ figures }) =>
    figures.state === 'ready' ? { figures: readyOf({ ...figures.value, ...changed }) } : {},
  )

const readyOf = <Value>(value: Value): Part<Value> => ({ state: 'ready', value })
const failed = (error: unknown): { state: 'failed'; why: string } => ({ state: 'failed', why: whyOf(error) })

export const useAdminBoard = create<AdminBoard>((set) => ({
  sorting: { sort: 'totalPoints', order: 'desc' },
  standings: { state: 'loading' },
  waiting: { state: 'loading' },
  figures: { state: 'loading' },
  sortBy: (sorting) => {
    set({ sorting })
    void loadStandings()
  },
  refresh: async () => {
    await Promise.all([loadStandings(), loadWaiting(), loadFigures()])
  },
}))

/** Loads the screen and keeps it live. Returns the way out. */
export function followAdminBoard(): () => void {
  const { refresh } = useAdminBoard.getState()
  const standings = coalesced(loadStandings, breath)
  const waiting = coalesced(loadWaiting, breath)
  const ways = [
    // Rows among the first hundred are pushed, but the ten of another sorting may stand elsewhere: so the ten are asked for.
    subscribe('leaderboard.changed', standings),
    subscribe('submission.received', waiting),
    subscribe('submission.changed', waiting),
    subscribe('statistics.changed', ({ statistics }) => changeFigures(statistics)),
    onMissed(() => void refresh()),
  ]
  void refresh()
  return () => ways.forEach((leave) => leave())
}
