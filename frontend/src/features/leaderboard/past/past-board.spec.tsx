// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from '../../../shared/navigation/router.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { emitFromServer } from '../../../../testing/fake-socket.ts'
import { firstNames, resetLeaderboard } from '../../../../testing/leaderboard-screen.tsx'
import { errorResponse, mockServer, type RouteHandler } from '../../../../testing/mock-server.ts'
import {
  boardResponse,
  boardRows,
  leaderboardUpdate,
  leilaThird,
} from '../../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { LeaderboardScreen } from '../leaderboard-screen.tsx'

const { amara, kenji, rafael, maya: mayaRow, leila } = boardRows

/** On day 2 Leila was fourth and Maya fifth, on the other days the other way round. */
const boardOf: RouteHandler = ({ query }) =>
  query.get('at') === 'day:2'
    ? boardResponse([
        { ...amara, rank: 1 },
        { ...kenji, rank: 2 },
        { ...rafael, rank: 3 },
        { ...leila, rank: 4, totalPoints: 55.5 },
        { ...mayaRow, rank: 5 },
      ])
    : boardResponse()

function renderScreen(board: RouteHandler = boardOf, path = '/leaderboard?at=day:2') {
  const requests = mockServer({
    'GET /api/leaderboard/leaderboard': board,
    'GET /api/leaderboard/history': () => ({ success: true, dates: ['2026-11-20'], lines: [] }),
  })
  const router = createMemoryRouter([{ path: '/leaderboard', Component: LeaderboardScreen }], {
    initialEntries: [path],
  })
  render(<RouterProvider router={router} />)
  const boardQueries = () =>
    requests
      .filter(({ path: requested }) => requested.startsWith('/api/leaderboard/leaderboard'))
      .map(({ query }) => Object.fromEntries(query))
  return { router, boardQueries }
}

beforeEach(() => {
  resetLeaderboard()
  useCurrentDay.setState({
    ...useCurrentDay.getInitialState(),
    isLoaded: true,
    started: true,
    startsAt: '2026-11-18T09:00:00.000Z',
    day: 5,
  })
})

test('shows the standings at the end of the day in the address, with podium and points of that day', async () => {
  const { boardQueries } = renderScreen()
  await screen.findByRole('table')
  expect(firstNames()).toEqual(['Leila', 'Maya'])
  expect(screen.getByText('55.5')).toBeDefined()
  // The projects are counted against the days until then.
  expect(screen.getAllByText('/2')).toHaveLength(2)
  expect(screen.getByText('Amara Example', { selector: 'ol *' })).toBeDefined()
  expect(screen.getAllByText('End of day 2')).toHaveLength(2)
  expect(screen.getByText('Nov 19, 2026')).toBeDefined()
  expect(boardQueries()).toEqual([{ at: 'day:2', sort: 'totalPoints', order: 'desc', limit: '100' }])
})

test('does not change while the live standings do, and has no details of now', async () => {
  renderScreen()
  await screen.findByRole('table')
  await emitFromServer('leaderboard.changed', leaderboardUpdate(leilaThird))
  expect(firstNames()).toEqual(['Leila', 'Maya'])
  expect(screen.queryByRole('button', { name: /^Details of/ })).toBeNull()
})

test('goes from day to day, and back to the live standings after today', async () => {
  const { router, boardQueries } = renderScreen()
  await screen.findByRole('table')
  // Only the day on which the slider rests is loaded.
  for (const value of ['3', '4'])
    fireEvent.change(screen.getByRole('slider', { name: 'Day' }), { target: { value } })
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Day 4 of 5')
  await waitFor(() => expect(firstNames()).toEqual(['Maya', 'Leila']))
  expect(router.state.location.search).toBe('?at=day%3A4')
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Day 4 of 5, .+ leads$/)
  fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
  fireEvent.click(screen.getByRole('button', { name: 'Previous day' }))
  await waitFor(() => expect(firstNames()).toEqual(['Leila', 'Maya']))
  // Each day is loaded once.
  expect(boardQueries().map(({ at }) => at)).toEqual(['day:2', 'day:4', 'day:3'])
  fireEvent.change(screen.getByRole('slider', { name: 'Day' }), { target: { value: '5' } })
  expect(await screen.findByRole('heading', { name: 'Just now' })).toBeDefined()
  expect(router.state.location.search).toBe('')
})

test('no press is lost while the router has not rendered the earlier ones', async () => {
  const { router } = renderScreen(boardOf, '/leaderboard?at=day:4')
  const previousDay = await screen.findByRole('button', { name: 'Previous day' })
  // As a browser does, outside of the queue of the test library.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  onTestFinished(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
  for (let count = 0; count < 3; count += 1) previousDay.click()
  expect(screen.getByRole<HTMLInputElement>('slider').value).toBe('1')
  expect(router.state.location.search).toBe('?at=day%3A1')
})

test('leads from the live standings to the standings of yesterday, and back', async () => {
  const { router } = renderScreen(boardOf, '/leaderboard')
  fireEvent.click(await screen.findByRole('button', { name: 'Past days' }))
  expect(router.state.location.search).toBe('?at=day%3A4')
  fireEvent.click(await screen.findByRole('button', { name: 'Back to live' }))
  expect(router.state.location.search).toBe('')
})

test('sorts and searches the past', async () => {
  const { boardQueries } = renderScreen(boardOf, '/leaderboard?at=day:3&sort=quality&search=le')
  await screen.findByRole('table')
  expect(boardQueries()).toEqual([
    { at: 'day:3', sort: 'quality', order: 'desc', limit: '100', search: 'le' },
    { at: 'day:3', sort: 'totalPoints', order: 'desc', limit: '3' },
  ])
})

test('says that a day could not be loaded, and tries again', async () => {
  let isBroken = true
  renderScreen((request, id) =>
    isBroken ? errorResponse(404, 'not-found', 'There is no such day.') : boardOf(request, id),
  )
  expect(await screen.findByText('Day 2 could not be loaded', {}, { timeout: 5000 })).toBeDefined()
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByRole('table')
  expect(firstNames()).toEqual(['Leila', 'Maya'])
})

test('says that nobody was on the leaderboard before the first event', async () => {
  renderScreen(() =>
    errorResponse(400, 'invalid-fields', "The leaderboard doesn't go back that far.", {
      at: "The leaderboard doesn't go back that far.",
    }),
  )
  expect(await screen.findByText('Nobody was on the leaderboard at the end of day 2')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test.each(['day:5', 'day:31', 'day:0', 'day:x', '2', ''])(
  'the address of %j shows the live standings',
  async (at) => {
    const { boardQueries } = renderScreen(boardOf, `/leaderboard?at=${at}`)
    await screen.findByRole('table')
    expect(screen.queryByText(/End of day/)).toBeNull()
    expect(boardQueries().every((query) => query.at === undefined)).toBe(true)
  },
)

test('the end of day 30 is past once the calendar is behind it, and live follows', async () => {
  vi.setSystemTime('2026-12-18T12:00:00.000Z')
  useCurrentDay.setState({ day: 30 })
  const { router, boardQueries } = renderScreen(boardOf, '/leaderboard?at=day:30')
  expect(await screen.findAllByText('End of day 30')).toHaveLength(2)
  expect(screen.getByRole('slider').getAttribute('max')).toBe('30')
  expect(boardQueries()).toMatchObject([{ at: 'day:30' }])
  fireEvent.click(screen.getByRole('button', { name: 'Back to live' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Past days' }))
  expect(router.state.location.search).toBe('?at=day%3A30')
})

test('goes to another day before the current day is known', async () => {
  useCurrentDay.setState(useCurrentDay.getInitialState())
  const { router } = renderScreen()
  fireEvent.click(await screen.findByRole('button', { name: 'Previous day' }))
  expect(router.state.location.search).toBe('?at=day%3A1')
})

test('a next page that could not be loaded leaves the rows on screen', async () => {
  let isBroken = true
  renderScreen(({ query }) => {
    if (!query.has('cursor')) return { ...boardResponse(), nextCursor: 'more' }
    if (isBroken) return errorResponse(500, 'internal', 'No.')
    return boardResponse([{ ...leila, id: 'other', name: 'Nora Example', rank: 6 }])
  })
  await screen.findByRole('table')
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(firstNames()).toEqual(['Maya', 'Leila'])
  isBroken = false
  fireEvent.click(retry)
  await waitFor(() => expect(firstNames()).toEqual(['Maya', 'Leila', 'Nora']))
})

test('the standings of the previous day are marked until the next day is loaded', async () => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<undefined>()
  renderScreen(async (request, id) => {
    if (request.query.get('at') === 'day:3') await asked
    return boardOf(request, id)
  })
  const table = await screen.findByRole('table')
  fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
  await waitFor(() => expect(table.closest('[aria-busy="true"]')).not.toBeNull())
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Day 3 of 5')
  answer(undefined)
  await waitFor(() => expect(firstNames()).toEqual(['Maya', 'Leila']))
  expect(screen.getByRole('table').closest('[aria-busy="true"]')).toBeNull()
})

test.each([
  ['an imported run', true, undefined],
  ['another run', undefined, true],
] as const)(
  'a board of %s is marked by its own run, not by the current one',
  async (_, imported, current) => {
    useCurrentDay.setState({ imported: current })
    renderScreen(() => ({ ...boardResponse(), ...(imported && { imported }) }))
    await screen.findByRole('table')
    expect(screen.queryByText(/^This run was imported from a file without a known signature/) !== null).toBe(
      imported === true,
    )
  },
)

test('the back button leaves the past, whose days begin at their first page', async () => {
  const { router } = renderScreen(boardOf, '/leaderboard?page=2')
  fireEvent.click(await screen.findByRole('button', { name: 'Past days' }))
  expect(router.state.location.search).toBe('?at=day%3A4')
  for (const _ of [1, 2]) fireEvent.click(await screen.findByRole('button', { name: 'Previous day' }))
  expect(router.state.location.search).toBe('?at=day%3A2')
  await act(() => router.navigate(-1))
  expect(router.state.location.search).toBe('?page=2')
})

test('a pointer in the list does not hold back another day', async () => {
  renderScreen()
  const area = (await screen.findByRole('table')).parentElement?.parentElement
  fireEvent.pointerEnter(area ?? document.body)
  fireEvent.click(screen.getByRole('button', { name: 'Next day' }))
  await waitFor(() => expect(firstNames()).toEqual(['Maya', 'Leila']))
})
