// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import {
  boardResponse,
  leaderboardUpdate,
  leilaThird,
  maya,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useSession } from '../../shared/session/session.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { useBoard } from './board-store.ts'
import { LeaderboardScreen } from './leaderboard-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const renderScreen = (board: RouteHandler, initialUrl = '/leaderboard'): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/leaderboard/leaderboard': board,
    'GET /api/leaderboard/history': () => ({ success: true, dates: ['2026-11-20'], lines: [] }),
  })
  render(
    <MemoryRouter initialEntries={[initialUrl]}>
      <LeaderboardScreen />
    </MemoryRouter>,
  )
  return requests
}
const table = () => screen.findByRole('table')
const firstNames = () =>
  screen.getAllByRole('rowheader').map(
    (cell) =>
      within(cell)
        .getByText(/Example$|Demo$/)
        .textContent?.split(' ')[0],
  )

beforeEach(() => {
  localStorage.clear()
  // Never reports an element as visible.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  useBoard.setState(useBoard.getInitialState())
  useCurrentDay.setState(useCurrentDay.getInitialState())
  useSession.setState({ session: { kind: 'user', user: maya } })
})

test('shows the top three on the podium and starts the table at rank 4', async () => {
  renderScreen(() => boardResponse())
  await table()
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  expect(screen.getByText('Kenji Example', { selector: 'ol *' })).toBeDefined()
  expect(screen.getByText('Showing 4–5 of 5')).toBeDefined()
})

test('moves rows live and announces what happened', async () => {
  renderScreen(() => boardResponse())
  await table()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
  expect(screen.getByText('moved up to', { exact: false }).textContent).toContain('past Rafael and Maya')
})

test('ignores a message that is older than the board', async () => {
  renderScreen(() => boardResponse())
  await table()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird, '99'))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
})

test('loads the board again when a message says that the log was put back, although its position is lower', async () => {
  let response = boardResponse()
  renderScreen(() => response)
  await table()
  // The resync after the first connection would load the board as well.
  cancelResync()
  response = {
    ...boardResponse([boardRows.kenji, boardRows.amara, ...leilaThird]),
    position: '50',
    epoch: 'e2',
  }
  await emitFromServer('leaderboard.changed', leaderboardUpdate([], '50', 'e2'))
  await waitFor(() => expect(firstNames()).toEqual(['Rafael', 'Maya']), { timeout: 2_000 })
  const back = [
    { ...boardRows.maya, rank: 4, totalPoints: 125 },
    { ...boardRows.rafael, rank: 5 },
  ]
  await emitFromServer('leaderboard.changed', leaderboardUpdate(back, '51', 'e2'))
  expect(firstNames()).toEqual(['Maya', 'Rafael'])
})

test('holds back changes while the pointer is inside the list', async () => {
  renderScreen(() => boardResponse())
  const list = await table()
  fireEvent.pointerEnter(list.closest('div')?.parentElement ?? list)
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  await userEvent.click(screen.getByRole('button', { name: /changes?, show/ }))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
})

test('reloads the whole board after a lost connection', async () => {
  let response = boardResponse()
  const requests = renderScreen(() => response)
  await table()
  const countBefore = requests.filter(({ path }) => path.endsWith('/leaderboard')).length
  response = { ...boardResponse([boardRows.kenji, boardRows.amara, ...leilaThird]), position: '105' }
  await dropConnection()
  await waitFor(() => expect(firstNames()).toEqual(['Rafael', 'Maya']))
  expect(requests.filter(({ path }) => path.endsWith('/leaderboard')).length).toBeGreaterThan(countBefore)
})

test('keeps updates that are newer than the response of a pending board load', async () => {
  const { promise: pendingResponse, resolve: respond } = Promise.withResolvers<unknown>()
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = () => pendingResponse
  await dropConnection()
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  await act(async () => respond(boardResponse()))
  await act(async () => new Promise((resolve) => setTimeout(resolve)))
  expect(firstNames()).toEqual(['Rafael', 'Maya'])
})

test('opens one row at a time with its projects and scores', async () => {
  renderScreen(() => boardResponse())
  await table()
  await userEvent.click(screen.getByRole('button', { name: 'Details of Maya Example' }))
  await userEvent.click(screen.getByRole('button', { name: 'Details of Leila Example' }))
  expect(screen.getAllByText('Score per day')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Details of Maya Example' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
})

test('sorts a column ascending first, in the URL and on the server', async () => {
  const requests = renderScreen(() => boardResponse())
  await table()
  await userEvent.click(within(await table()).getByRole('button', { name: 'Streak' }))
  await waitFor(() => expect(requests.some(({ query }) => query.get('sort') === 'streak')).toBe(true))
  expect(requests.find(({ query }) => query.get('sort') === 'streak')?.query.get('order')).toBe('asc')
})

test('offers to clear a search without results', async () => {
  renderScreen(
    ({ query }) => boardResponse(query.get('search') === null ? Object.values(boardRows) : []),
    '/leaderboard?search=zzz',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Clear All' }))
  await table()
  expect(firstNames()).toContain('Maya')
})

test('invites the user to be the first on an empty board', async () => {
  renderScreen(() => ({ ...boardResponse([]), you: null }))
  expect(await screen.findByText('Nobody is on the board yet')).toBeDefined()
})

test('without a cached board, a failed load shows demo data that is labelled', async () => {
  renderScreen(networkError)
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to load leaderboard data. Please try again later.',
  )
  expect(screen.getByText('Demo data.')).toBeDefined()
})

test('shows the cached board with its age when the board cannot be loaded', async () => {
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = () => errorResponse(503, 'busy', 'The database is busy.')
  act(() => useBoard.setState({ screen: { state: 'loading' } }))
  await act(() => useBoard.getState().load(useBoard.getState().filter))
  expect(screen.getByRole('alert').textContent).toContain('The database is busy.')
  expect(screen.getByText('Last standings loaded here', { exact: false })).toBeDefined()
  handler = () => boardResponse()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Showing 4–5 of 5')).toBeDefined()
})

test('says when the challenge ends, and that it has', async () => {
  useCurrentDay.setState({ endsAt: '2099-12-08T00:00:00.000Z', day: 30, started: true })
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByText(/^The challenge ends/)).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.getByText(/^The challenge ended/)).toBeDefined()
  expect(screen.queryByText(/of the challenge done/)).toBeNull()
})
