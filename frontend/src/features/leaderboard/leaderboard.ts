// The live leaderboard of participants, and what stands in for it while the server cannot be reached: the board that this browser kept, or
// example data.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { isDefaultFilter, type BoardFilter, type Board } from '../../shared/leaderboard/board.ts'
import { liveBoard } from '../../shared/leaderboard/live-board.ts'
import { recordActivity } from './activity/recent-activity.tsx'
import { translateStandIns } from '../../shared/i18n/server-text.ts'
import { deviceStorage } from '../../shared/storage/browser-storage.ts'

export const leaderboard = liveBoard({ pageSize: 100, hasPodium: true, onUpdate: recordActivity })

/** Caches the board of a filter every 30 seconds while it is shown, if it is the whole one. Returns a function that stops. */
export function cacheShownBoard(filter: BoardFilter): () => void {
  if (!isDefaultFilter(filter)) return () => undefined
  const entry = leaderboard.at(filter)
  const cacheCurrent = () => {
    const { data } = entry.getState()
    if (data !== undefined && data.rows.length > 0) cacheBoard(data)
  }
  const timer = setInterval(cacheCurrent, 30_000)
  // Caches the first board at once.
  const stop = entry.subscribe(({ data }, previous) => {
    if (data !== undefined && previous.data === undefined) cacheCurrent()
  })
  return () => {
    cacheCurrent()
    clearInterval(timer)
    stop()
  }
}

/** The part of a board that is kept. `asOf` is ISO text. */
type CachedBoard = Pick<Board, 'rows' | 'asOf'>

export type Fallback = { board: CachedBoard; isDemo: boolean }

export function loadFallback(): Fallback {
  const { rows, asOf } = deviceStorage.read<CachedBoard>(boardKey)
  if (!Array.isArray(rows) || !asOf) return { board: createDemoBoard(), isDemo: true }
  // A page in another language may have stored them.
  return { board: translateStandIns({ rows, asOf }), isDemo: false }
}

const boardKey = 'thirty-last-board'

/** Caches the first fifty rows. The user's own row is not marked, because another user may log in next. */
export function cacheBoard({ rows, asOf }: Board): void {
  const cached = rows.slice(0, 50).map((row) => ({ ...row, isCurrentUser: false }))
  deviceStorage.set(boardKey, JSON.stringify({ rows: cached, asOf } satisfies CachedBoard))
}

const demoNames = ['Alex', 'Billie', 'Casey', 'Devon', 'Emery', 'Finley', 'Harper', 'Jamie', 'Kit', 'Lennon']

const demoPrefix = 'demo-'

/** Whether a row is an example, unknown to the server. */
export const isDemoRow = ({ id }: Pick<BoardEntry, 'id'>): boolean => id.startsWith(demoPrefix)

/** An example board, with the default scoring and random figures. */
function createDemoBoard(): CachedBoard {
  const rows = demoNames.map(demoRow).toSorted((a, b) => b.totalPoints - a.totalPoints)
  return { rows: rows.map((row, index) => ({ ...row, rank: index + 1 })), asOf: new Date().toISOString() }
}

const randomBetween = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1))

const { weights } = defaultScoring

function demoRow(name: string, index: number): BoardEntry {
  const projects = randomBetween(5, 19)
  const quality = randomBetween(55, 98)
  const streak = randomBetween(1, projects)
  return {
    id: `${demoPrefix}${index}`,
    _id: `${demoPrefix}${index}`,
    rank: 0,
    name: `${name} Demo`,
    username: null,
    avatar: null,
    totalPoints: roundToOneDecimal(
      weights.projects * projects + weights.quality * quality + weights.streak * streak,
    ),
    projectsSubmitted: projects,
    projectQuality: quality,
    streak,
    reason: null,
    movement: null,
    days: [],
    recentProjects: [],
    isCurrentUser: false,
  }
}
