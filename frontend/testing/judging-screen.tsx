import type { JudgedProject, JudgingResponse } from '@thirty/contracts/judging/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { screen } from '@testing-library/react'
import { JudgingScreen } from '../src/features/admin-judging/judging-screen.tsx'
import { useSession } from '../src/shared/session/session.ts'
import { ines as account } from './admin-fixtures.ts'
import { mockServer, type RouteHandler } from './mock-server.ts'
import { renderInRouter } from './render-in-router.tsx'

/** Two admins. */
export const ines = { _id: 'ines', name: 'Ines Duarte' }
export const rita = { _id: 'rita', name: 'Rita Vance' }
/** A participant. */
export const ada = { _id: 'ada', name: 'Ada King' }
const at = '2026-01-05T12:00:00.000Z'

/** Nothing was rated yet. */
export const emptyJudging: JudgingResponse = {
  success: true,
  wantedRatings: 2,
  normalisedScores: false,
  scales: { all: { ratings: 0, mean: 0, deviation: 0 }, byReviewer: {} },
  reviewers: [],
  coverage: [0, 0, 0],
  disagreements: { count: 0, projects: [] },
  excluded: { count: 0, projects: [] },
  admins: [ines, rita],
  conflicts: [],
  calibration: { projects: [], reviewers: [] },
  position: '10',
  epoch: 'e1',
}

/** A rating in a list of ratings. */
export const rating = (reviewer: typeof ines, average: number, excluded = false) => ({
  reviewer,
  average,
  normalised: average,
  excluded,
  at,
})
/** A project whose two ratings are three stars apart. */
export const kanban: JudgedProject = {
  projectId: 'kanban',
  projectName: 'Kanban',
  day: 4,
  participant: ada,
  ratingCount: 2,
  average: 3.5,
  normalised: 3.2,
  spread: 3,
  ratings: [rating(ines, 5), rating(rita, 2)],
}
/** The same project for an admin who has not rated it. */
export const unratedKanban = { ...kanban, average: null, normalised: null, spread: null, ratings: null }

/** A conflict of interest of Rita with Ada, which Ines has declared. */
export const conflict = { admin: rita, participant: ada, reason: 'work' as const, at, by: ines }

/** Two projects for calibration, of which Rita has rated one. */
export const calibration: JudgingResponse['calibration'] = {
  projects: [
    {
      projectId: 'kanban',
      projectName: 'Kanban',
      day: 4,
      participant: ada,
      state: 'rateable',
      median: 3.5,
      ratings: [{ reviewer: 'ines', average: 4 }],
    },
    { ...unratedKanban, projectId: 'weather', projectName: 'Weather', state: 'rejected', median: null },
  ],
  reviewers: [
    { reviewer: ines, rated: 2, total: 2 },
    { reviewer: rita, rated: 1, total: 2 },
  ],
}

/** Shows the screen; `judging` is the answer to its request. Returns the requests. */
export const renderScreen = (judging: () => unknown, routes: Record<string, RouteHandler> = {}) => {
  const requests = mockServer({ 'GET /api/admin/judging': judging, ...routes })
  renderInRouter(<JudgingScreen />)
  return requests
}
/** Finds a card by its name. */
export const findCard = (name: string) => screen.findByRole('region', { name })

/** Signs in Ines Duarte with a role, until the end of the test. */
export const signInAs = (role: AdminRole) => {
  useSession.setState({ session: { kind: 'admin', user: { ...account, role } } })
}
