// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  adminBoardResponse,
  chloeRow,
  statisticsResponse,
  projectStatistics,
  projectsResponse,
  quickShow,
  roomVote,
} from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import {
  mockServer,
  networkError,
  type RouteHandler,
  type ReceivedRequest,
} from '../../../testing/mock-server.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { AdminBoardScreen } from './admin-board-screen.tsx'

const at = '2025-11-20T11:00:00.000Z'
const kenjiRow = {
  ...chloeRow,
  id: 'kenji',
  _id: 'kenji',
  rank: 1,
  name: 'Kenji Watanabe',
  totalPoints: 144.7,
}

const renderScreen = (routes: Record<string, RouteHandler> = {}): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/admin/statistics': () => statisticsResponse(),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([kenjiRow, chloeRow]),
    'GET /api/projects/all': () => projectsResponse([quickShow]),
    ...routes,
  })
  renderInRouter(<AdminBoardScreen />)
  return requests
}
const standings = async () =>
  (await screen.findAllByRole('link', { name: /^Projects of/ })).map((link) =>
    link.getAttribute('aria-label')?.replace('Projects of ', ''),
  )

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

test('shows the statistics with their context', async () => {
  renderScreen()
  expect(await screen.findByText('2,041')).toBeTruthy()
  expect(screen.getByText('75% of everyone')).toBeTruthy()
  expect(await screen.findByText(/^\d+ participants, 9 this week$/)).toBeTruthy()
  expect(screen.queryByText('Not available')).toBeNull()
})

test('says which statistics could not be loaded and shows the others', async () => {
  renderScreen({
    'GET /api/admin/statistics': networkError,
    'GET /api/auth/users/count': () => ({ success: true, count: 128 }),
    'GET /api/auth/users/active': networkError,
    'GET /api/projects/count': () => ({ success: true, count: 2041 }),
  })
  expect(await screen.findByText('Some statistics failed to load. Try refreshing the page.')).toBeTruthy()
  expect(screen.getByText('2,041')).toBeTruthy()
  expect(screen.getByText('Active users').parentElement?.textContent).toContain('Not available')
  expect(screen.getByText('Total users').parentElement?.textContent).not.toContain('Not available')
})

test('updates the statistics live', async () => {
  renderScreen()
  await screen.findByText('2,041')
  await vi.dynamicImportSettled()
  await emitFromServer('statistics.changed', {
    position: '11',
    epoch: 'e1',
    at,
    statistics: { ...projectStatistics, submissions: 2042 },
  })
  await emitFromServer('statistics.changed', {
    position: '12',
    epoch: 'e1',
    at,
    statistics: { users: 129, activeUsers: 97 },
  })
  expect(await screen.findByText('2,042')).toBeTruthy()
  // Each number is animated independently; the second one finishes a little later.
  expect(await screen.findByText('129')).toBeTruthy()
})

test('a message that is older than the loaded statistics changes nothing', async () => {
  renderScreen()
  await screen.findByText('2,041')
  await vi.dynamicImportSettled()
  const stamp = { epoch: 'e1', at }
  const older = { ...projectStatistics, submissions: 2040 }
  await emitFromServer('statistics.changed', { ...stamp, position: '9', statistics: older })
  const newer = { users: 129, activeUsers: 97 }
  await emitFromServer('statistics.changed', { ...stamp, position: '12', statistics: newer })
  // Its number would have been animated before this one.
  await screen.findByText('129')
  expect(screen.getByText('2,041')).toBeTruthy()
})

test('does not show an unrated criterion as zero', async () => {
  renderScreen()
  expect(await screen.findByRole('img', { name: 'Design: 3.9 of 5' })).toBeTruthy()
  expect(screen.getByText('Not rated yet').parentElement?.textContent).toBe('Usability Not rated yet')
})

test('shows the first ten by rank and updates them live', async () => {
  const requests = renderScreen()
  expect(await standings()).toEqual(['Kenji Watanabe', 'Chloé Bernard'])
  await vi.dynamicImportSettled()
  const rows = [
    { ...chloeRow, rank: 1 },
    { ...kenjiRow, rank: 2 },
  ]
  const { stats: totals } = adminBoardResponse(rows)
  // The resync after the first connection would load them as well.
  cancelResync()
  const requestCount = requests.length
  await emitFromServer('leaderboard.changed', { position: '12', epoch: 'e1', at, rows, left: [], totals })
  expect(await standings()).toEqual(['Chloé Bernard', 'Kenji Watanabe'])
  expect(requests).toHaveLength(requestCount)
})

test('sorts on the server, and reverses the order when the active column is pressed', async () => {
  const requests = renderScreen()
  await standings()
  const lastQuery = () =>
    Object.fromEntries(requests.findLast(({ path }) => path.includes('leaderboard'))?.query ?? [])
  await userEvent.click(screen.getByRole('button', { name: 'Projects' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'projects', order: 'asc' }))
  await userEvent.click(screen.getByRole('button', { name: /^Projects/ }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'projects', order: 'desc' }))
})

test('has the whole leaderboard: more rows, a search, the points of each and files of all', async () => {
  const all = Array.from({ length: 12 }, (_, index) => ({
    ...chloeRow,
    id: `p${index + 1}`,
    _id: `p${index + 1}`,
    rank: index + 1,
    name: `Person ${index + 1}`,
  }))
  const requests = renderScreen({
    'GET /api/leaderboard/leaderboard': ({ query }) =>
      query.has('search')
        ? adminBoardResponse(all.slice(11))
        : query.has('cursor')
          ? adminBoardResponse(all.slice(10))
          : { ...adminBoardResponse(all.slice(0, 10)), nextCursor: 'next' },
    'GET /api/leaderboard/:id/points': () => ({ success: true, points: [] }),
  })
  expect(await standings()).toHaveLength(10)
  expect(screen.getByRole('link', { name: 'Person 3' }).getAttribute('href')).toBe('/u/p3')
  await userEvent.click(screen.getByRole('button', { name: /^Show more/ }))
  await waitFor(async () => expect(await standings()).toHaveLength(12))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a participant' }), 'person 12')
  await waitFor(async () => expect(await standings()).toEqual(['Person 12']))
  await userEvent.click(screen.getByRole('button', { name: 'Points of Person 12 explained' }))
  expect(await screen.findByText('No points yet')).toBeTruthy()
  expect(requests.some(({ path }) => path === '/api/leaderboard/p12/points')).toBe(true)
  for (const format of ['CSV', 'JSON'])
    expect(
      screen.getByRole('button', { name: `Export the standings as ${format}`, hidden: true }),
    ).toBeTruthy()
})

test('offers to retry when the standings cannot be loaded', async () => {
  renderScreen({ 'GET /api/leaderboard/leaderboard': networkError })
  expect(await screen.findByText('Failed to fetch leaderboard data')).toBeTruthy()
  expect(screen.getByText("Can't reach the server. Check your connection and try again.")).toBeTruthy()
  mockServer({
    'GET /api/admin/statistics': () => statisticsResponse(),
    'GET /api/leaderboard/leaderboard': () => adminBoardResponse([kenjiRow]),
    'GET /api/projects/all': () => projectsResponse([quickShow]),
  })
  // The state of the connection and other cards offer it, too.
  const board = within(screen.getByRole('region', { name: 'Standings' }))
  await userEvent.click(board.getByRole('button', { name: 'Retry' }))
  expect(await standings()).toEqual(['Kenji Watanabe'])
})

test('links a pending submission to its review', async () => {
  renderScreen()
  const link = await screen.findByRole('link', { name: 'Review Quick show' })
  expect(link.getAttribute('href')).toBe('/admin/submissions?status=submitted&project=quick-show')
  expect(screen.getByRole('link', { name: 'All 1' }).getAttribute('href')).toBe(
    '/admin/submissions?status=submitted',
  )
})

test('shows a new submission under next to review', async () => {
  let waiting = [quickShow]
  renderScreen({ 'GET /api/projects/all': () => projectsResponse(waiting) })
  await screen.findByRole('link', { name: 'Review Quick show' })
  await vi.dynamicImportSettled()
  waiting = [roomVote, quickShow]
  await emitFromServer('submission.received', {
    position: '12',
    epoch: 'e1',
    at,
    items: [{ project: roomVote, by: 'Oskar', what: 'submitted' }],
  })
  expect(await screen.findByRole('link', { name: 'Review Room vote' }, { timeout: 3000 })).toBeTruthy()
})

test('says when nothing waits for review', async () => {
  renderScreen({ 'GET /api/projects/all': () => projectsResponse([]) })
  expect(await screen.findByText('Nothing to review')).toBeTruthy()
})

test('shows an empty board before anybody has joined', async () => {
  renderScreen({ 'GET /api/leaderboard/leaderboard': () => adminBoardResponse([]) })
  const board = within(await screen.findByRole('region', { name: 'Standings' }))
  expect(await board.findByText('Nobody has joined yet')).toBeTruthy()
})

test('says that participants see the frozen standings, as long as the leaderboard is frozen', async () => {
  renderScreen()
  expect(screen.queryByText(/^Participants see the standings/)).toBeNull()
  act(() =>
    useCurrentDay.setState({ frozen: true, frozenAt: '2099-11-20T12:00:00.000Z', timeZone: 'Asia/Tokyo' }),
  )
  expect((await screen.findByText(/^Participants see the standings/)).textContent).toBe(
    'Participants see the standings of Nov 20, 2099 at 9:00 PM (Asia/Tokyo). You see the true standings, with every rating since then.',
  )
  expect(screen.getByRole('link', { name: 'Open the reveal' }).getAttribute('href')).toBe('/admin/reveal')
  act(() => useCurrentDay.setState({ frozen: false, frozenAt: null }))
  expect(screen.queryByText(/^Participants see the standings/)).toBeNull()
})

test('the pill of the standings, and the notice for the other parts, say what could not be updated', async () => {
  renderScreen()
  await standings()
  await screen.findByText('Quick show')
  await screen.findByText('2,041')
  expect(await refreshInVain()).toEqual(expect.arrayContaining(['Not updated', staleNotice]))
  expect(screen.getByText('Quick show')).toBeTruthy()
  expect(screen.getByText('2,041')).toBeTruthy()
  expect(screen.queryByText('Not available')).toBeNull()
})
