import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { mockServer, type RouteHandler, type ReceivedRequest } from './mock-server.ts'
import { maya } from './participant-fixtures.ts'
import { useCurrentDay } from '../src/shared/challenge/current-day.ts'
import { useSession } from '../src/shared/session/session.ts'
import { LeaderboardScreen } from '../src/features/leaderboard/leaderboard-screen.tsx'
import { renderInRouter } from './render-in-router.tsx'
import { stubIntersections } from './window.ts'

/** Before each test: Maya is signed in, and the device has kept no board. */
export function resetLeaderboard(): void {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  stubIntersections()
  useCurrentDay.setState(useCurrentDay.getInitialState())
  useSession.setState({ session: { kind: 'user', user: maya } })
}

/** Shows the screen with the board that the route answers. */
export const renderScreen = (board: RouteHandler, initialUrl = '/leaderboard'): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/leaderboard/leaderboard': board,
    'GET /api/leaderboard/history': () => ({ success: true, dates: ['2026-11-20'], lines: [] }),
  })
  renderInRouter(<LeaderboardScreen />, initialUrl)
  return requests
}
export const table = () => screen.findByRole('table')
/** The first names in the table, in its order. */
export const firstNames = () =>
  screen.getAllByRole('rowheader').map(
    (cell) =>
      within(cell)
        .getByText(/Example$|Demo$/)
        .textContent?.split(' ')[0],
  )
