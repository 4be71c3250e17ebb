import { vi } from 'vitest'
import { DashboardScreen } from '../src/features/dashboard/dashboard-screen.tsx'
import { useCurrentDay } from '../src/shared/challenge/current-day.ts'
import { useSession } from '../src/shared/session/session.ts'
import { mockServer, type RouteHandler } from './mock-server.ts'
import { boardResponse, boardRows, maya, meResponse } from './participant-fixtures.ts'
import { renderInRouter } from './render-in-router.tsx'

/** The response with notifications. */
export const notifications = (list: readonly object[]) => ({
  success: true,
  unread: 0,
  waiting: null,
  notifications: list,
  nextCursor: null,
  readUpTo: null,
  position: '30',
  epoch: 'e1',
})
/** The response with discussions. */
export const discussions = (list: readonly object[]) => ({
  success: true,
  discussions: list,
  count: list.length,
  nextCursor: null,
  position: '30',
  epoch: 'e1',
})

/** Shows the dashboard of Maya. */
export const renderDashboard = (routes: Record<string, RouteHandler> = {}) => {
  mockServer({
    'GET /api/auth/me': () => meResponse(maya),
    'GET /api/projects/my-projects': () => ({
      success: true,
      projects: [],
      counts: { all: 7, submitted: 1, approved: 6, rejected: 0 },
    }),
    'GET /api/leaderboard/leaderboard': () => boardResponse(Object.values(boardRows).slice(0, 3)),
    'GET /api/leaderboard/history': () => ({ success: true, dates: [], lines: [] }),
    'GET /api/notifications': () => notifications([]),
    'GET /api/auth/bookmarks': () => ({ success: true, bookmarks: [] }),
    'GET /api/community/discussions': () => discussions([]),
    ...routes,
  })
  renderInRouter(<DashboardScreen />)
}

/** Prepares each test: Maya on day 19. */
export function resetDashboard(): void {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'user', user: maya } })
  useCurrentDay.setState({ ...useCurrentDay.getInitialState(), day: 19, started: true, isLoaded: true })
}
