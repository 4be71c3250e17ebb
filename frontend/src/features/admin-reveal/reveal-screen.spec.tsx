// @vitest-environment happy-dom
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { errorResponse, mockServer, type RouteHandler } from '../../../testing/mock-server.ts'
import { boardResponse, boardRows } from '../../../testing/participant-fixtures.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { RevealScreen } from './reveal-screen.tsx'

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
  const { unmount } = render(<RouterProvider router={router} />)
  return Object.assign(requests, { unmount })
}

const names = () =>
  [...screen.getByRole('list', { name: 'Standings' }).children].map(
    (row) => row.querySelector('[dir]')?.textContent,
  )
/** The numbers and names of the rows. */
const rows = () =>
  [...screen.getByRole('list', { name: 'Standings' }).children].map((row) => [
    Number(row.firstElementChild?.textContent),
    row.querySelector('[dir]')?.textContent,
  ])
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

test('the list begins at its top, and then follows the row that was revealed', async () => {
  const scrolled: (string | undefined)[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    scrolled.push(this.dataset['flipId'])
  })
  renderScreen(frozenDay)
  await begin()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowLeft']) press(key)
  expect(scrolled).toEqual(['kenji', 'amara', 'kenji', 'amara', 'kenji'])
})

test('everybody is in the ceremony, also if the standings have several pages', async () => {
  renderScreen(frozenDay, {
    'GET /api/leaderboard/leaderboard': ({ query }) => {
      const everybody = query.has('at') ? [kenji, amara, rafael] : final
      return query.has('cursor')
        ? boardResponse(everybody.slice(2))
        : { ...boardResponse(everybody.slice(0, 2)), nextCursor: 'next' }
    },
  })
  await begin()
  expect(names()).toEqual(['Kenji Example', 'Amara Example', 'Rafael Example'])
  press('ArrowRight')
  expect(names()).toEqual(['Kenji Example', 'Rafael Example', 'Amara Example'])
  expect(screen.getByText('Place 3')).toBeTruthy()
})

test('a row says nothing of its final place and points before it is revealed', async () => {
  renderScreen(frozenDay)
  await begin()
  const texts = () =>
    [...screen.getByRole('list', { name: 'Standings' }).children].map(({ textContent }) => textContent)
  expect(texts()).toEqual(['1KEKenji Example140.0', '2AEAmara Example130.0', '3RERafael Example120.0'])
  press('ArrowRight')
  expect(texts().slice(0, 2)).toEqual(['1KEKenji Example140.0', '3RERafael Example120.0'])
  expect(texts()[2]).toMatch(/^3AEAmara Example.*1.*130\.0 points before, 130\.0 points now$/)
})

test('Space on a button presses only the button, and a key that is held down moves once', async () => {
  renderScreen(frozenDay)
  await begin()
  press(' ', screen.getByRole('button', { name: 'Reveal place 3' }))
  fireEvent.keyDown(document.body, { key: 'ArrowRight', repeat: true })
  expect(screen.getByRole('button', { name: 'Reveal place 3' })).toBeTruthy()
})

const beginAt = async (place: string) => {
  const field = await screen.findByLabelText('First stop at place')
  await userEvent.clear(field)
  await userEvent.type(field, place)
  await begin()
}

test('it begins with the whole frozen leaderboard and its numbers, with any first stop', async () => {
  renderScreen(frozenDay)
  await beginAt('4')
  expect(screen.getByText('Choose a place from 1 to 3.')).toBeTruthy()
  await beginAt('1')
  const frozen = [
    [1, 'Kenji Example'],
    [2, 'Amara Example'],
    [3, 'Rafael Example'],
  ]
  expect(rows()).toEqual(frozen)
  expect(screen.getByText('The leaderboard as everyone knows it')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reveal places 3 to 2' }))
  // The winner stays where everybody knew him.
  expect(rows()).toEqual([
    [3, 'Rafael Example'],
    [2, 'Kenji Example'],
    [3, 'Amara Example'],
  ])
  expect(screen.getByText('Next: place 1')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reveal place 1' }))
  expect(screen.getByText('Place 1')).toBeTruthy()
  for (const _ of [1, 2]) press('ArrowLeft')
  expect(rows()).toEqual(frozen)
})

test('a participant who joined after the freeze appears at the final place only', async () => {
  const newcomer = { ...rafael, id: 'noor', name: 'Noor Example', rank: 1 }
  renderScreen(frozenDay, {
    'GET /api/leaderboard/leaderboard': ({ query }) =>
      boardResponse(query.has('at') ? [kenji] : [newcomer, { ...kenji, rank: 2 }]),
  })
  await begin()
  expect(names()).toEqual(['Kenji Example'])
  press('ArrowRight')
  expect(names()).toEqual(['Kenji Example'])
  press('ArrowRight')
  expect(names()).toEqual(['Noor Example', 'Kenji Example'])
  expect(screen.getByText('New on the leaderboard')).toBeTruthy()
})

test.each(['Escape', 'Leave'])('%s asks before it ends the ceremony, and publishes nothing', async (way) => {
  const requests = renderScreen(frozenDay)
  const leave = async () =>
    way === 'Escape' ? press('Escape') : userEvent.click(screen.getByRole('link', { name: 'Leave' }))
  await begin()
  press('ArrowRight')
  await leave()
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave the reveal?' }))
  press('ArrowRight', dialog.getByRole('button', { name: 'Stay' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Stay' }))
  expect(names()).toEqual(['Kenji Example', 'Rafael Example', 'Amara Example'])
  await leave()
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Settings screen' })).toBeTruthy()
  expect(reveals(requests)).toEqual([])
})

test('Escape leaves at once while nothing has begun', async () => {
  renderScreen(frozenDay)
  await screen.findByRole('button', { name: 'Begin' })
  press('Escape')
  expect(await screen.findByRole('heading', { name: 'Settings screen' })).toBeTruthy()
})

test('after a reload the ceremony continues where it was, with the standings that it began with', async () => {
  const first = renderScreen(frozenDay)
  await begin()
  press('ArrowRight')
  first.unmount()
  // A later rating would change the order.
  renderScreen(frozenDay, { 'GET /api/leaderboard/leaderboard': () => boardResponse([amara]) })
  expect(await screen.findByText('Place 3')).toBeTruthy()
  expect(names()).toEqual(['Kenji Example', 'Rafael Example', 'Amara Example'])
})

test('a ceremony of another freeze begins anew', async () => {
  const first = renderScreen(frozenDay)
  await begin()
  first.unmount()
  renderScreen({ ...frozenDay, frozenAt: '2099-11-21T12:00:00.000Z' })
  expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
})

test('says that the day could not be loaded, and loads it again', async () => {
  let isBroken = true
  const { isLoaded: _, ...status } = useCurrentDay.getInitialState()
  renderScreen(frozenDay, {
    'GET /api/challenge/current-day': () =>
      isBroken
        ? errorResponse(503, 'unavailable', 'The server is busy.')
        : { success: true, ...status, ...frozenDay },
  })
  expect(await screen.findByRole('heading', { name: 'Failed to load current challenge day' })).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Begin' })).toBeTruthy()
})

test('publishes only after the last place, says why it failed, keeps the standings on screen, and then leaves without a question', async () => {
  let isBroken = true
  const day = { ...frozenDay }
  const requests = renderScreen(day, {
    'POST /api/admin/challenge/reveal': () => {
      if (isBroken) return errorResponse(503, 'unavailable', 'The server is busy.')
      const revealed = { frozenAt: null, frozen: false }
      Object.assign(day, revealed)
      return { success: true, message: '', position: '5', ...revealed }
    },
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
  expect(await screen.findByText('Everyone sees the final standings now.')).toBeTruthy()
  expect(names()).toEqual(['Rafael Example', 'Kenji Example', 'Amara Example'])
  await waitFor(() => expect(reveals(requests)).toHaveLength(2))
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Leaderboard' })
  expect(link.getAttribute('href')).toBe('/admin/leaderboard')
  // Nothing is left to lose.
  press('Escape')
  expect(await screen.findByRole('heading', { name: 'Settings screen' })).toBeTruthy()
})

test('a reset meanwhile ends the ceremony', async () => {
  renderScreen(frozenDay)
  await begin()
  useCurrentDay.setState({ run: 2, frozen: false, frozenAt: null })
  expect(await screen.findByRole('heading', { name: 'The leaderboard is not frozen' })).toBeTruthy()
})

test('says that the standings could not be updated', async () => {
  renderScreen(frozenDay)
  await screen.findByRole('button', { name: 'Begin' })
  expect(await refreshInVain({ hasNotice: true })).toEqual([staleNotice])
})
