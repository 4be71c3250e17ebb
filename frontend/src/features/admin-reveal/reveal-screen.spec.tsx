// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { errorResponse, mockServer } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { RevealScreen } from './reveal-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const { kenji, amara, rafael } = boardRows
const frozenAt = '2099-11-20T12:00:00.000Z'
const frozenDay = { frozenAt, frozen: true }
/** Rafael wins, and overtakes both others. */
const final = [
  { ...rafael, rank: 1, totalPoints: 150 },
  { ...kenji, rank: 2 },
  { ...amara, rank: 3 },
]
const boards: RouteHandler = ({ query }) => boardResponse(query.has('at') ? [kenji, amara, rafael] : final)

beforeEach(() => useCurrentDay.setState(useCurrentDay.getInitialState()))

function renderScreen(day: object, routes: Record<string, RouteHandler> = {}) {
  const { isLoaded: _, ...status } = useCurrentDay.getInitialState()
  const requests = mockServer({
    'GET /api/challenge/current-day': () => ({ success: true, ...status, ...day }),
    'GET /api/leaderboard/leaderboard': boards,
    ...routes,
  })
  const router = createMemoryRouter(
    [
      { path: '/admin/reveal', Component: RevealScreen },
      { path: '/admin/settings', element: <h1>Settings screen</h1> },
    ],
    { initialEntries: ['/admin/reveal'] },
  )
  render(<RouterProvider router={router} />)
  return requests
}

const names = () =>
  [...screen.getByRole('list', { name: 'Standings' }).children].map(
    (row) => row.querySelector('[dir]')?.textContent,
  )
const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Begin' }))
const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key })
const reveals = (requests: readonly { path: string }[]) =>
  requests.filter(({ path }) => path === '/api/admin/challenge/reveal')

test('loads, without showing a place', async () => {
  const response = Promise.withResolvers<object>()
  renderScreen(frozenDay, { 'GET /api/leaderboard/leaderboard': () => response.promise })
  expect(screen.getByText('Loading the standings')).toBeTruthy()
  response.resolve(boardResponse(final))
  expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
  expect(screen.queryByText('Rafael Example')).toBeNull()
})

test('without a freeze there is nothing to reveal', async () => {
  renderScreen({})
  expect(await screen.findByRole('heading', { name: 'The leaderboard is not frozen' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/admin/settings')
})

test('says when a scheduled freeze begins', async () => {
  renderScreen({ frozenAt, timeZone: 'Asia/Tokyo' })
  expect(await screen.findByText(/^The leaderboard freezes on Nov 20, 2099 at 9:00 PM/)).toBeTruthy()
})

test('standings that cannot be loaded can be requested again', async () => {
  let isBroken = true
  renderScreen(frozenDay, {
    'GET /api/leaderboard/leaderboard': (request, id) =>
      isBroken ? errorResponse(503, 'unavailable', 'The server is busy.') : boards(request, id),
  })
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
})

test('keys move everybody from the frozen place to the final one, and back', async () => {
  const requests = renderScreen(frozenDay)
  await begin()
  expect(requests.find(({ query }) => query.has('at'))?.query.get('at')).toBe('2099-11-20T11:59:59.999Z')
  expect(names()).toEqual(['Kenji Example', 'Amara Example', 'Rafael Example'])
  press('ArrowRight')
  expect(names()).toEqual(['Kenji Example', 'Rafael Example', 'Amara Example'])
  expect(screen.getByText('Place 3')).toBeTruthy()
  expect(screen.getByText('Down 1 place')).toBeTruthy()
  press(' ')
  expect(names()).toEqual(['Rafael Example', 'Kenji Example', 'Amara Example'])
  press('ArrowLeft')
  expect(names()).toEqual(['Kenji Example', 'Rafael Example', 'Amara Example'])
  press('ArrowRight')
  press('ArrowRight')
  expect(screen.getByText('Place 1')).toBeTruthy()
  expect(screen.getByText('Up 2 places')).toBeTruthy()
  expect(screen.getAllByText('120.0 points before, 150.0 points now').length).toBeGreaterThan(0)
  press('ArrowRight')
  expect(screen.getByText('Place 1')).toBeTruthy()
  expect(reveals(requests)).toEqual([])
})

test('Space on a button presses only the button, and a key that is held down moves once', async () => {
  renderScreen(frozenDay)
  await begin()
  press(' ', screen.getByRole('button', { name: 'Reveal place 3' }))
  fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true })
  expect(screen.getByRole('button', { name: 'Reveal place 3' })).toBeTruthy()
})

test('the ceremony can begin with a chosen place', async () => {
  renderScreen(frozenDay)
  const field = await screen.findByLabelText('Begin with place')
  await userEvent.clear(field)
  await userEvent.type(field, '4')
  await begin()
  expect(screen.getByText('Choose a place from 1 to 3.')).toBeTruthy()
  await userEvent.clear(field)
  await userEvent.type(field, '2')
  await begin()
  expect(names()).toEqual(['Kenji Example', 'Rafael Example'])
  expect(screen.getByRole('button', { name: 'Reveal place 2' })).toBeTruthy()
})

test.each(['Escape', 'Leave'])('%s leaves without publishing', async (way) => {
  const requests = renderScreen(frozenDay)
  await begin()
  press('ArrowRight')
  if (way === 'Escape') press('Escape')
  else await userEvent.click(screen.getByRole('link', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Settings screen' })).toBeTruthy()
  expect(reveals(requests)).toEqual([])
})

test('publishes only after the last place, says why it failed, and keeps the standings on screen', async () => {
  let isBroken = true
  const requests = renderScreen(frozenDay, {
    'POST /api/admin/challenge/reveal': () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'The server is busy.')
        : { success: true, message: '', position: '5', frozenAt: null, frozen: false },
  })
  await begin()
  for (const place of [3, 2, 1]) {
    expect(screen.queryByRole('button', { name: 'Publish the final standings' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: `Reveal place ${place}` }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Publish the final standings' }))
  expect(await screen.findByText('The server is busy.')).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Publish the final standings' }))
  expect(await screen.findByText('Everybody sees the final standings now.')).toBeTruthy()
  expect(names()).toEqual(['Rafael Example', 'Kenji Example', 'Amara Example'])
  await waitFor(() => expect(reveals(requests)).toHaveLength(2))
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Leaderboard' })
  expect(link.getAttribute('href')).toBe('/admin/leaderboard')
})

test('a reset meanwhile ends the ceremony', async () => {
  renderScreen(frozenDay)
  await begin()
  useCurrentDay.setState({ run: 2, frozen: false, frozenAt: null })
  expect(await screen.findByRole('heading', { name: 'The leaderboard is not frozen' })).toBeTruthy()
})
