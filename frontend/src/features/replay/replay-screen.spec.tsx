// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { ReplayScreen } from './replay-screen.tsx'

const { kenji, amara } = boardRows
/** Amara leads on the first two days, then Kenji. */
const boards: Record<string, ReturnType<typeof boardResponse>> = {
  'day:1': boardResponse([{ ...amara, rank: 1, totalPoints: 5 }]),
  'day:2': boardResponse([
    { ...amara, rank: 1, totalPoints: 10 },
    { ...kenji, rank: 2, totalPoints: 5 },
  ]),
  'day:3': boardResponse([
    { ...kenji, rank: 1, totalPoints: 20 },
    { ...amara, rank: 2, totalPoints: 10 },
  ]),
}

const boardOf: RouteHandler = ({ query }) => boards[query.get('at') ?? ''] ?? boardResponse([])

function renderScreen(board: RouteHandler = boardOf, path = '/leaderboard/replay') {
  const requests = mockServer({ 'GET /api/leaderboard/leaderboard': board })
  const router = createMemoryRouter([{ path: '/leaderboard/replay', Component: ReplayScreen }], {
    initialEntries: [path],
  })
  render(<RouterProvider router={router} />)
  return { requests, router }
}

const shownNames = async (day: number) =>
  [...(await screen.findByRole('list', { name: `Top ten at the end of day ${day}` })).children].map(
    (row) => row.querySelector('[dir]')?.textContent,
  )

beforeEach(() => {
  useCurrentDay.setState({
    ...useCurrentDay.getInitialState(),
    isLoaded: true,
    started: true,
    startsAt: '2026-11-18T09:00:00.000Z',
    day: 3,
  })
})

test('begins with the last day, and shows the day of the address', async () => {
  renderScreen()
  expect(await shownNames(3)).toEqual(['Kenji Example', 'Amara Example'])
  expect(screen.getByText('Nov 20, 2026')).toBeDefined()
  cleanup()
  renderScreen(boardOf, '/leaderboard/replay?day=1')
  expect(await shownNames(1)).toEqual(['Amara Example'])
  expect(screen.getByText('Nov 18, 2026')).toBeDefined()
})

test.each(['0', '-1', '1.5', 'x', '31'])('shows the last day for the address of day %s', async (day) => {
  renderScreen(boardOf, `/leaderboard/replay?day=${day}`)
  expect(await shownNames(3)).toHaveLength(2)
})

test('plays all days, a second each, and ends on the last one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = renderScreen()
  await shownNames(3)
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  const days = []
  for (const day of [1, 2, 3]) {
    await shownNames(day)
    days.push(router.state.location.search)
    await act(() => vi.advanceTimersByTimeAsync(1000))
  }
  expect(days).toEqual(['?day=1', '?day=2', '?day=3'])
  expect(await screen.findByRole('button', { name: 'Play' })).toBeDefined()
})

test('stops when it is paused and when a day is chosen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = renderScreen()
  await shownNames(3)
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  await shownNames(1)
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(router.state.location.search).toBe('?day=1')
  fireEvent.change(screen.getByRole('slider', { name: 'Day' }), { target: { value: '2' } })
  expect(await shownNames(2)).toEqual(['Amara Example', 'Kenji Example'])
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Day 2 of 3, Amara Example leads')
  fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
  expect(await shownNames(3)).toEqual(['Kenji Example', 'Amara Example'])
})

test('no press is lost while the router has not rendered the earlier ones', async () => {
  useCurrentDay.setState({ day: 20 })
  const { router } = renderScreen(() => new Promise(() => undefined), '/leaderboard/replay?day=15')
  const previousDay = await screen.findByRole('button', { name: 'Previous day' })
  // As a browser does, outside of the queue of the test library.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  onTestFinished(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
  for (let count = 0; count < 7; count += 1) previousDay.click()
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('8')
  expect(router.state.location.search).toBe('?day=8')
})

test('asks for each day once', async () => {
  const { requests } = renderScreen(boardOf, '/leaderboard/replay?day=1')
  await shownNames(1)
  fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
  await shownNames(2)
  fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
  await shownNames(1)
  const asked = requests.map(({ query }) => query.get('at'))
  expect(asked.filter((at) => at === 'day:1')).toHaveLength(1)
  expect(asked.filter((at) => at === 'day:2')).toHaveLength(1)
})

test('loads a day again that was not over yet', async () => {
  const { requests } = renderScreen()
  await shownNames(3)
  act(() => useCurrentDay.setState({ day: 4 }))
  fireEvent.change(screen.getByRole('slider', { name: 'Day' }), { target: { value: '3' } })
  await waitFor(() =>
    expect(requests.map(({ query }) => query.get('at')).filter((at) => at === 'day:3')).toHaveLength(2),
  )
})

test("shows the user's own row below the top ten", async () => {
  const you = { ...boardRows.maya, rank: 12, _id: 'maya', isCurrentUser: true }
  renderScreen(() => ({ ...boardResponse([kenji]), you }))
  await shownNames(3)
  expect(screen.getByRole('list', { name: 'Your row' }).textContent).toContain('12')
})

test('says that a day has no project yet', async () => {
  renderScreen(() => boardResponse([{ ...kenji, projectsSubmitted: 0 }]))
  expect(await screen.findByText('Nobody had submitted a project by the end of day 3')).toBeDefined()
})

test('says that a day could not be loaded, and tries again', async () => {
  let isBroken = true
  renderScreen((request, id) =>
    isBroken ? errorResponse(503, 'busy', 'Please try again.') : boardOf(request, id),
  )
  expect(await screen.findByText('Day 3 could not be loaded')).toBeDefined()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await shownNames(3)).toHaveLength(2)
})

test('a day stays until the next one has been loaded, and a failed one ends the replay', async () => {
  const answer = Promise.withResolvers<object>()
  renderScreen(
    (request, id) => (request.query.get('at') === 'day:2' ? answer.promise : boardOf(request, id)),
    '/leaderboard/replay?day=1',
  )
  await shownNames(1)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(screen.getByRole('button', { name: 'Play' }))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  // The leader of the day before is not named as its leader.
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Day 2 of 3')
  expect(await shownNames(1)).toEqual(['Amara Example'])
  answer.resolve(errorResponse(403, 'forbidden', 'Not now.'))
  expect(await screen.findByText('Day 2 could not be loaded')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Play' })).toBeDefined()
})

test('a day that could not be loaded before its turn is loaded when it is shown', async () => {
  let isBroken = true
  const { requests, router } = renderScreen(
    (received, id) =>
      isBroken && received.query.get('at') === 'day:2'
        ? errorResponse(403, 'forbidden', 'Not now.')
        : boardOf(received, id),
    '/leaderboard/replay?day=1',
  )
  await shownNames(1)
  await waitFor(() => expect(requests.some(({ query }) => query.get('at') === 'day:2')).toBe(true))
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  isBroken = false
  await act(() => router.navigate('?day=2'))
  expect(await shownNames(2)).toHaveLength(2)
})

test('before the start of the challenge there is nothing to play', () => {
  useCurrentDay.setState({ started: false, startsAt: null })
  renderScreen()
  expect(screen.getByText('No replay yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull()
})

test('says that the shown day is of an imported run', async () => {
  renderScreen(() => ({ ...boardResponse([kenji, amara]), imported: true }))
  await shownNames(3)
  expect(screen.getByText(/^This run was imported from a file without a known signature/)).toBeDefined()
})
