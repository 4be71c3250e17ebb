// An example board for a browser without a cached one, with the default scoring and random figures.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import type { CachedBoard } from './cached-board.ts'

const names = [
  'Alex Demo',
  'Billie Demo',
  'Casey Demo',
  'Devon Demo',
  'Emery Demo',
  'Finley Demo',
  'Harper Demo',
  'Jamie Demo',
  'Kit Demo',
  'Lennon Demo',
]

const demoPrefix = 'demo-'

/** Whether a row is an example, of which the server knows nothing. */
export const isDemoRow = ({ id }: Pick<BoardEntry, 'id'>): boolean => id.startsWith(demoPrefix)

export function createDemoBoard(): CachedBoard {
  const rows = names
    .map((name, index) => demoRow(name, index))
    .sort((a, b) => b.totalPoints - a.totalPoints)
    .map((row, index) => ({ ...row, rank: index + 1 }))
  const sum = (valueOf: (row: BoardEntry) => number) => rows.reduce((total, row) => total + valueOf(row), 0)
  return {
    rows,
    asOf: new Date().toISOString(),
    totals: {
      totalUsers: rows.length,
      totalSubmissions: sum((row) => row.projectsSubmitted),
      totalPoints: roundToOneDecimal(sum((row) => row.totalPoints)),
      joinedThisWeek: 0,
      submissionsToday: 0,
    },
  }
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
    name,
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
