// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import {
  boardEntry,
  boardResponse,
  leaderboardUpdate,
  leilaThird,
  maya,
  boardRows,
} from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { clearUserData } from '../../shared/storage/user-data.ts'
import { useSession } from '../../shared/session/session.ts'
import { cancelResync } from '../../shared/live/resync.ts'
import { boardFromResponse, defaultFilter } from '../../shared/leaderboard/board.ts'
import { cacheBoard } from './fallback/cached-board.ts'
import { leaderboard } from './leaderboard.ts'
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
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
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

test.each([1, 2, 3])('with %i participants the list says that nobody else is there yet', async (count) => {
  renderScreen(() => boardResponse(Object.values(boardRows).slice(0, count)))
  expect(await screen.findByText('Nobody else yet')).toBeDefined()
  expect(screen.queryByText('No participant matches')).toBeNull()
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
  vi.mocked(Math.random).mockReturnValue(0)
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

test('a click on a row opens its details, and another one closes them', async () => {
  renderScreen(() => boardResponse())
  const name = within(await table()).getByText('@maya')
  await userEvent.click(name)
  expect(screen.getByRole('heading', { name: 'Recent Projects' })).toBeDefined()
  await userEvent.click(screen.getByRole('heading', { name: 'Recent Projects' }))
  expect(screen.getByRole('button', { name: 'Details of Maya Example' }).getAttribute('aria-expanded')).toBe(
    'true',
  )
  await userEvent.click(name)
  expect(screen.queryByRole('heading', { name: 'Recent Projects' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Details of Maya Example' }))
  expect(screen.getByRole('heading', { name: 'Recent Projects' })).toBeDefined()
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
  act(clearUserData)
  expect((await screen.findByRole('alert')).textContent).toContain('The database is busy.')
  expect(screen.getByText('Last standings loaded here', { exact: false })).toBeDefined()
  handler = () => boardResponse()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Showing 4–5 of 5')).toBeDefined()
})

test('says when the challenge ends, and that it has', async () => {
  useCurrentDay.setState({ endsAt: '2099-12-08T00:00:00.000Z', day: 30, started: true })
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByText(/^The challenge closes/)).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.getByText(/^The challenge ended/)).toBeDefined()
  expect(screen.queryByText(/of the challenge done/)).toBeNull()
})

test('offers to submit a project until the challenge has ended', async () => {
  useCurrentDay.setState({ endsAt: '2099-12-08T00:00:00.000Z', day: 30, started: true, ended: false })
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByRole('link', { name: 'Submit Project' })).toBeDefined()
  act(() => useCurrentDay.setState({ ended: true }))
  expect(screen.queryByRole('link', { name: 'Submit Project' })).toBeNull()
  expect(screen.getByRole('link', { name: 'My Projects' })).toBeDefined()
})

test('a sort that is pressed within the delay of the search is not reverted', async () => {
  const requests = renderScreen(() => boardResponse())
  await table()
  await userEvent.type(screen.getByRole('searchbox'), 'maya')
  await userEvent.click(within(await table()).getByRole('button', { name: 'Streak' }))
  await waitFor(() => expect(requests.some(({ query }) => query.get('search') === 'maya')).toBe(true))
  const last = requests.findLast(({ query }) => query.get('search') === 'maya')
  expect([last?.query.get('sort'), last?.query.get('order')]).toEqual(['streak', 'asc'])
})

test('counts matches, not the rows that are drawn', async () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({
    ...boardRows.leila,
    id: `leila${index}`,
    rank: index + 1,
  }))
  let nextCursor: string | null = null
  renderScreen(() => ({ ...boardResponse(rows), nextCursor }), '/leaderboard?search=leila')
  expect(await screen.findByText('40 found')).toBeDefined()
  nextCursor = 'next'
  await act(() => leaderboard.refresh())
  expect(screen.getByText('40+ found')).toBeDefined()
})

test('a pause holds back the leaderboard, says since when, and ends when the screen is left', async () => {
  renderScreen(() => boardResponse())
  await table()
  await userEvent.click(await screen.findByRole('button', { name: 'Live. Pause live updates' }))
  expect(screen.getByRole('button', { name: 'Paused. Pause live updates' }).textContent).not.toContain('ago')
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  cleanup()
  await Promise.resolve()
  expect(leaderboard.at(defaultFilter).getState().pausedAt).toBeUndefined()
})

test('says that the board could not be updated, and updates it with Retry', async () => {
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = networkError
  await dropConnection()
  expect((await screen.findAllByText('Not updated')).length).toBeGreaterThan(0)
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  handler = () => boardResponse()
  await userEvent.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement)
  await waitFor(() => expect(screen.queryByText('Not updated')).toBeNull())
})

test('ignores an older message about the own rank', async () => {
  renderScreen(() => boardResponse())
  await table()
  const ownRank = () => leaderboard.at(defaultFilter).getState().data?.you?.rank
  const update = { at: '2026-11-20T10:00:05.000Z', rank: 9, totalPoints: 1 }
  await emitFromServer('rank.changed', { ...update, position: '99', epoch: 'e1' })
  expect(ownRank()).toBe(4)
  await emitFromServer('rank.changed', { ...update, position: '101', epoch: 'e1' })
  expect(ownRank()).toBe(9)
})

test('a board that an English page kept is read in German', async () => {
  const person = { ...boardRows.kenji, ...standIn('deletedPerson', 'name') }
  cacheBoard(boardFromResponse(boardResponse([person]), []))
  vi.resetModules()
  document.documentElement.lang = 'de'
  onTestFinished(() => void (document.documentElement.lang = ''))
  const { readCachedBoard } = await import('./fallback/cached-board.ts')
  expect(readCachedBoard()?.rows[0]?.name).toBe('Gelöschtes Konto')
})

test('an unreachable board keeps its tools, searches the cached rows and calls no place open', async () => {
  let handler: RouteHandler = () => boardResponse()
  renderScreen((request, id) => handler(request, id))
  await table()
  handler = () => errorResponse(503, 'busy', 'The database is busy.')
  await userEvent.type(screen.getByRole('searchbox'), 'leila')
  expect(await screen.findByText('Last standings loaded here', { exact: false })).toBeDefined()
  expect(firstNames()).toEqual(['Leila'])
  expect(screen.queryByText('Open')).toBeNull()
  expect(screen.getByText('Kenji Example', { selector: 'ol *' })).toBeDefined()
  expect(screen.getByRole('group', { name: 'Sort' })).toBeDefined()
})

test('before the first points nobody is in the lead, and an unrated quality is not a zero', async () => {
  const fresh = {
    ...boardRows.maya,
    rank: 1,
    totalPoints: 0,
    projectsSubmitted: 0,
    projectQuality: 0,
    days: [],
  }
  renderScreen(() => ({ ...boardResponse([fresh]), you: boardEntry(fresh), next: null }))
  await table()
  expect(screen.getByText('Your Rank').parentElement?.textContent).toBe('Your Rank–no points yet')
  const quality = screen.getByRole('columnheader', { name: 'Quality' })
  const index = [...(quality.parentElement?.children ?? [])].indexOf(quality)
  expect(screen.getByRole('rowheader').parentElement?.children[index]?.textContent).toBe('–')
  expect(screen.queryByText('in the lead')).toBeNull()
})

test('before the start there are no lines of rank over time and no current day', async () => {
  renderScreen(() => boardResponse())
  mockServer({
    'GET /api/leaderboard/leaderboard': () => boardResponse(),
    'GET /api/leaderboard/history': () => ({
      success: true,
      dates: ['2026-11-18', '2026-11-19', '2026-11-20'],
      lines: [{ id: 'kenji', name: 'Kenji Example', isCurrentUser: false, ranks: [1, 1, 1] }],
    }),
  })
  await table()
  expect(await screen.findByText('Lines appear from day 2.')).toBeDefined()
  expect(document.querySelector('[data-today]')).toBeNull()
})

test('names the scoring in force', async () => {
  renderScreen(() => boardResponse())
  await table()
  expect(screen.getByText('3 × projects + 0.5 × quality + 2 × streak')).toBeDefined()
  expect(screen.queryByText(/The scoring was changed/)).toBeNull()
})

test('a changed scoring is named with the day of the change', async () => {
  const weights = { projects: 4, quality: 0.1, streak: 0 }
  const scoring = { weights, normalised: true, changedAt: '2026-11-20T12:00:00.000Z' }
  renderScreen(() => ({ ...boardResponse(), scoring }))
  expect(await screen.findByText('4 × projects + 0.1 × quality + 0 × streak')).toBeDefined()
  expect(screen.getByText(/The scoring was changed at/)).toBeDefined()
  expect(screen.getByText(/reviewers of average strictness/)).toBeDefined()
})

test('tells an excluded participant why there is no rank', async () => {
  renderScreen(() => ({ ...boardResponse(), you: null, next: null, excluded: true }))
  expect(await screen.findByText('Not ranked: excluded by the organizers')).toBeDefined()
})

test('says in the row why it is above another one with the same points', async () => {
  const { kenji, amara, rafael, maya: tied, leila } = boardRows
  renderScreen(() =>
    boardResponse([
      kenji,
      amara,
      rafael,
      { ...tied, totalPoints: 100, reason: 'reached 100.0 first' },
      leila,
    ]),
  )
  const rows = within(await table()).getAllByRole('row')
  expect(rows.filter((row) => row.textContent.includes('reached 100.0 first'))).toEqual([
    within(await table())
      .getByText('@maya')
      .closest('tr'),
  ])
})
