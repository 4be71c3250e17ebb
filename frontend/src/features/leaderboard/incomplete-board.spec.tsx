// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mockServer, errorResponse, networkError, type RouteHandler } from '../../../testing/mock-server.ts'
import { firstNames, renderScreen, resetLeaderboard, table } from '../../../testing/leaderboard-screen.tsx'
import { boardEntry, boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { clearUserData } from '../../shared/storage/user-change.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { boardFromResponse } from '../../shared/leaderboard/board.ts'
import { cacheBoard, loadFallback } from './leaderboard.ts'

beforeEach(resetLeaderboard)

test.each([1, 2, 3])('with %i participants the list says that nobody else is there yet', async (count) => {
  renderScreen(() => boardResponse(Object.values(boardRows).slice(0, count)))
  expect(await screen.findByText('Nobody else yet')).toBeDefined()
  expect(screen.queryByText('No participant matches')).toBeNull()
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
  expect(firstNames()).toContain('Alex')
  // Nobody of them is on the podium, which has no label.
  expect(screen.queryByText(/Demo$/, { selector: 'ol *' })).toBeNull()
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

test('a board that an English page kept is read in German', async () => {
  const person = { ...boardRows.kenji, ...standIn('deletedPerson', 'name') }
  cacheBoard(boardFromResponse(boardResponse([person]), []))
  vi.resetModules()
  document.documentElement.lang = 'de'
  onTestFinished(() => void (document.documentElement.lang = ''))
  const german = await import('./leaderboard.ts')
  expect(german.loadFallback().board.rows[0]?.name).toBe('Gelöschtes Konto')
})

test('the board that this browser keeps marks no row, because another user may log in next', () => {
  cacheBoard(boardFromResponse(boardResponse([boardRows.maya]), []))
  expect(loadFallback().board.rows.map(({ id, isCurrentUser }) => ({ id, isCurrentUser }))).toEqual([
    { id: 'maya', isCurrentUser: false },
  ])
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

/** Shows the board with the ranks of Kenji on the last three days. */
async function renderWithHistory(ranks: number[]) {
  renderScreen(() => boardResponse())
  mockServer({
    'GET /api/leaderboard/leaderboard': () => boardResponse(),
    'GET /api/leaderboard/history': () => ({
      success: true,
      dates: ['2026-11-18', '2026-11-19', '2026-11-20'],
      lines: [{ id: 'kenji', name: 'Kenji Example', isCurrentUser: false, ranks }],
    }),
  })
  await table()
}

test('before the start there are no lines of rank over time and no current day', async () => {
  await renderWithHistory([1, 1, 1])
  expect(await screen.findByText('Lines appear from day 2.')).toBeDefined()
  expect(document.querySelector('[data-today]')).toBeNull()
})

test('the lines of rank over time end at the ranks of the live board', async () => {
  useCurrentDay.setState({ day: 3, started: true, isLoaded: true })
  await renderWithHistory([4, 2, 2])
  expect(
    await screen.findByRole('group', { name: 'Rank over time, days 1 to 3: Kenji, from place 4 to 1' }),
  ).toBeTruthy()
})
