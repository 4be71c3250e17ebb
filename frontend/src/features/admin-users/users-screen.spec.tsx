// @vitest-environment happy-dom
import type { Person } from '@thirty/contracts/api/accounts/people.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { applause, ines, projectsResponse, quickShow, tally } from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { errorResponse, mockServer, networkError, pageResponse } from '../../../testing/mock-server.ts'
import type { ReceivedRequest, RouteHandler } from '../../../testing/mock-server.ts'
import { refreshInVain } from '../../../testing/refresh-in-vain.tsx'
import { useSession } from '../../shared/session/session.ts'
import { UsersScreen } from './users-screen.tsx'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

const chloe: Person = {
  _id: 'chloe',
  fullName: 'Chloé Bernard',
  username: 'chloe_bernard',
  email: 'chloe@example.org',
  createdAt: '2025-11-03T10:00:00.000Z',
  status: 'active',
  submissions: 3,
  days: [{ day: 1, status: 'approved', score: 4.2 }],
  isAdmin: false,
  role: null,
  profileImage: null,
  sessions: 2,
  lastSeenAt: '2025-11-20T10:00:00.000Z',
}
const oskar: Person = {
  ...chloe,
  _id: 'oskar',
  fullName: 'Oskar Nyström',
  email: 'oskar@example.org',
  createdAt: '2025-11-02T10:00:00.000Z',
  status: 'inactive',
  submissions: 1,
}
const admin: Person = {
  ...chloe,
  _id: 'ines',
  fullName: 'Inés Duarte',
  isAdmin: true,
  submissions: 0,
  days: [],
}

const desktop = {
  browser: 'Firefox',
  system: 'Windows',
  since: '2025-11-18T10:00:00.000Z',
  lastSeenAt: '2025-11-20T10:00:00.000Z',
}

const renderScreen = (routes: Record<string, RouteHandler> = {}, url = '/admin/users') => {
  const requests = mockServer({
    'GET /api/auth/users': () => pageResponse([admin, chloe, oskar]),
    'GET /api/auth/users/count': () => ({ success: true, count: 128 }),
    'GET /api/auth/users/active': () => ({ success: true, count: 96 }),
    'GET /api/projects/user/:id': () => ({
      ...projectsResponse([quickShow, tally]),
      counts: projectsResponse([quickShow, tally, applause]).counts,
    }),
    'GET /api/auth/users/:id/sessions': () => ({ success: true, sessions: [desktop] }),
    ...routes,
  })
  const router = createMemoryRouter([{ path: '*', Component: UsersScreen }], { initialEntries: [url] })
  render(<RouterProvider router={router} />)
  return { requests, url: () => router.state.location.search }
}
const newest = { sort: 'joined', order: 'desc' }
const names = async () =>
  (await screen.findAllByRole('heading', { level: 2 })).map(
    (name) => within(name).getByRole('button').textContent,
  )
const open = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const listRequests = (requests: ReceivedRequest[]) =>
  requests.filter(({ path }) => path === '/api/auth/users').map(({ query }) => Object.fromEntries(query))

beforeEach(() => {
  // The resync after the first connection comes later than the end of a test.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  useSession.setState({ session: { kind: 'admin', user: ines } })
})

test('a file has the users of the search and the status', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const { requests } = renderScreen(
    { 'GET /api/admin/exports/users': () => new Response('a,b') },
    '/admin/users?search=chlo&status=active',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Export JSON' }))
  const exported = () => requests.find(({ path }) => path === '/api/admin/exports/users')?.query
  await waitFor(() =>
    expect(Object.fromEntries(exported() ?? [])).toEqual({
      format: 'json',
      search: 'chlo',
      status: 'active',
    }),
  )
})

test('says that users are loading', () => {
  renderScreen({ 'GET /api/auth/users': () => new Promise(() => undefined) })
  expect(screen.getByText('Loading users')).toBeTruthy()
})

test('shows a failed load and retries it', async () => {
  renderScreen({ 'GET /api/auth/users': networkError })
  expect(await screen.findByText('Failed to fetch users')).toBeTruthy()
  expect(screen.getByText("Can't reach the server. Check your connection and try again.")).toBeTruthy()
  renderedAgain()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  expect(await names()).toEqual(['Chloé Bernard'])
})
const renderedAgain = () =>
  mockServer({
    'GET /api/auth/users': () => pageResponse([chloe]),
    'GET /api/auth/users/count': () => ({ success: true, count: 1 }),
    'GET /api/auth/users/active': () => ({ success: true, count: 1 }),
  })

test('says that there are no users', async () => {
  renderScreen({ 'GET /api/auth/users': () => pageResponse([]) })
  expect(await screen.findByText('No users yet')).toBeTruthy()
})

test('says that no user matches, and clears search and filter', async () => {
  const { url } = renderScreen(
    { 'GET /api/auth/users': ({ query }) => pageResponse(query.has('search') ? [] : [chloe]) },
    '/admin/users?search=nobody&status=active',
  )
  expect(await screen.findByText('No user matches')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(await names()).toEqual(['Chloé Bernard'])
  expect(url()).toBe('')
})

test('shows what admins need to know about each user', async () => {
  renderScreen()
  expect(await screen.findByText('128 users, 96 active')).toBeTruthy()
  const [own, row] = await screen.findAllByRole('listitem')
  expect(row?.textContent).toMatch(
    /Chloé Bernard.*chloe@example\.org.*Joined Nov 3, 2025.*3 submissions.*Active/,
  )
  expect(within(row ?? document.body).getByRole('img', { name: /Chloé Bernard/ })).toBeTruthy()
  expect(own?.textContent).toMatch(/Inés Duarte.*Admin.*You.*0 submissions/)
  expect(screen.getAllByRole('listitem')[2]?.textContent).toMatch(/1 submissionInactive/)
})

test('says that a user has no date', async () => {
  renderScreen({ 'GET /api/auth/users': () => pageResponse([{ ...chloe, createdAt: '' }]) })
  expect(await screen.findByText('No date')).toBeTruthy()
})

test('searches and filters on the server', async () => {
  const { requests, url } = renderScreen()
  await names()
  await userEvent.click(screen.getByRole('button', { name: 'Inactive' }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a user' }), 'osk')
  await waitFor(() =>
    expect(listRequests(requests).at(-1)).toEqual({
      ...newest,
      limit: '100',
      search: 'osk',
      status: 'inactive',
    }),
  )
  expect(url()).toBe('?status=inactive&search=osk')
})

test('keeps the figures on screen while another list is loading', async () => {
  renderScreen({
    'GET /api/auth/users': ({ query }) =>
      query.has('status') ? new Promise(() => undefined) : pageResponse([chloe]),
  })
  await names()
  await userEvent.click(screen.getByRole('button', { name: 'Inactive' }))
  expect(await screen.findByText('Loading users')).toBeTruthy()
  expect(screen.getByText('128 users, 96 active')).toBeTruthy()
})

test('ignores an unknown status in the URL', async () => {
  const { requests } = renderScreen({}, '/admin/users?status=asleep')
  await names()
  expect(listRequests(requests)).toEqual([{ ...newest, limit: '100' }])
})

test('sorts on the server, and loads one page only', async () => {
  const { requests, url } = renderScreen({
    'GET /api/auth/users': ({ query }) => {
      const first = query.get('sort') === 'name' ? oskar : chloe
      return pageResponse(
        Array.from({ length: 100 }, (_, index) => ({ ...first, _id: `u${index}` })),
        'next',
      )
    },
  })
  await names()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(async () => expect((await names())[0]).toBe('Oskar Nyström'))
  await userEvent.click(screen.getByRole('button', { name: /^Name/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Submissions' }))
  await waitFor(() => expect(listRequests(requests).at(-1)).toMatchObject({ sort: 'submissions' }))
  expect([...new Set(listRequests(requests).map(({ sort, order }) => `${sort} ${order}`))]).toEqual([
    'joined desc',
    'name asc',
    'name desc',
    'submissions asc',
  ])
  expect(listRequests(requests).every(({ limit, cursor }) => limit === '100' && cursor === undefined)).toBe(
    true,
  )
  expect(url()).toBe('?sort=submissions&order=asc')
})

test('loads more users', async () => {
  const first = Array.from({ length: 100 }, (_, index) => ({ ...chloe, _id: `c${index}` }))
  const { requests } = renderScreen({
    'GET /api/auth/users': ({ query }) =>
      query.has('cursor') ? pageResponse([oskar]) : pageResponse(first, 'next'),
  })
  expect(await screen.findByText('Showing 22 of 128')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect((await names()).at(-1)).toBe('Oskar Nyström'))
  expect(listRequests(requests)).toContainEqual({ ...newest, limit: '100', cursor: 'next' })
})

test('shows new users and figures live', async () => {
  let people = [chloe]
  vi.mocked(Math.random).mockReturnValue(0)
  renderScreen({ 'GET /api/auth/users': () => pageResponse(people) })
  await names()
  await vi.dynamicImportSettled()
  people = [oskar, chloe]
  await emitFromServer('statistics.changed', {
    position: '11',
    epoch: 'e1',
    at: '2025-11-20T11:00:00.000Z',
    statistics: { users: 129, activeUsers: 97 },
  })
  expect(screen.getByText('129 users, 97 active')).toBeTruthy()
  await waitFor(async () => expect(await names()).toEqual(['Oskar Nyström', 'Chloé Bernard']), {
    timeout: 5000,
  })
})

test('opens one user at a time with the two newest projects', async () => {
  renderScreen()
  await open('Oskar Nyström')
  await open('Chloé Bernard')
  expect(screen.getByRole('button', { name: 'Chloé Bernard' }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: 'Oskar Nyström' }).getAttribute('aria-expanded')).toBe('false')
  expect(await screen.findByRole('heading', { name: /Quick show.*Day 19/ })).toBeTruthy()
  expect(screen.getByText('1 more project not shown')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Live Demo' })[0]?.getAttribute('href')).toBe(quickShow.liveLink)
  expect(screen.getByRole('link', { name: 'View All Projects' }).getAttribute('href')).toBe(
    '/admin/users/chloe/projects',
  )
})

test('says that a user has no projects', async () => {
  renderScreen({ 'GET /api/projects/user/:id': () => projectsResponse([]) })
  await open('Chloé Bernard')
  expect(await screen.findByText('No recent projects found')).toBeTruthy()
})

test('says that the projects failed to load', async () => {
  renderScreen({
    'GET /api/projects/user/:id': networkError,
    'GET /api/auth/users': () => pageResponse([{ ...chloe, _id: 'other' }]),
  })
  await open('Chloé Bernard')
  expect(await screen.findByText('Failed to fetch projects')).toBeTruthy()
})

test('deactivates a user after a confirmation', async () => {
  const { requests } = renderScreen({
    'PUT /api/auth/users/:id/status': () => ({ success: true, message: '' }),
  })
  await open('Chloé Bernard')
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Deactivate Chloé Bernard?' }))
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(requests.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/api/auth/users/chloe/status',
    body: { status: 'inactive' },
  })
  expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull()
})

test('a cancelled confirmation changes nothing', async () => {
  const { requests } = renderScreen()
  await open('Oskar Nyström')
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('shows why a status was not changed', async () => {
  renderScreen({
    'PUT /api/auth/users/:id/status': () =>
      errorResponse(409, 'last-admin', 'There must be at least one active owner.'),
  })
  await open('Chloé Bernard')
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(await dialog.findByText('There must be at least one active owner.')).toBeTruthy()
})

test('a pending user can be activated and deactivated, the own account neither', async () => {
  renderScreen({ 'GET /api/auth/users': () => pageResponse([admin, { ...chloe, status: 'pending' }]) })
  await open('Chloé Bernard')
  expect(screen.getByRole('button', { name: 'Activate' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Deactivate' })).toBeTruthy()
  await open('Inés Duarte')
  expect(screen.queryByRole('button', { name: /ctivate$/ })).toBeNull()
})

test('shows how many sessions a user has, and where the user is logged in', async () => {
  renderScreen({
    'GET /api/auth/users': () => pageResponse([chloe, { ...oskar, sessions: 0, lastSeenAt: null }]),
  })
  await names()
  const [row, other] = screen.getAllByRole('listitem')
  expect(row?.textContent).toMatch(/2 sessions, last seen/)
  expect(other?.textContent).toMatch(/0 sessions(?!,)/)
  await open('Chloé Bernard')
  const list = await screen.findByRole('list', { name: 'Sessions of Chloé Bernard' })
  expect(list.textContent).toMatch(/Firefox on Windows.*Last seen.*Logged in since Nov 18, 2025/)
})

test('ends all sessions of a user after a confirmation', async () => {
  const { requests } = renderScreen({
    'DELETE /api/auth/users/:id/sessions': () => ({ success: true, message: '', position: '7' }),
  })
  await open('Chloé Bernard')
  await screen.findByRole('list', { name: 'Sessions of Chloé Bernard' })
  await userEvent.click(screen.getByRole('button', { name: 'End sessions' }))
  const dialog = within(
    await screen.findByRole('alertdialog', { name: 'End all sessions of Chloé Bernard?' }),
  )
  expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'End sessions' }))
  expect(await screen.findByText('No active sessions seen since the last restart.')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/auth/users/chloe/sessions')
  await waitFor(() => expect(screen.getAllByRole('listitem')[1]?.textContent).toMatch(/0 sessions/))
})

test('says that the sessions failed to load', async () => {
  renderScreen({
    'GET /api/auth/users/:id/sessions': networkError,
    'GET /api/auth/users': () => pageResponse([{ ...chloe, _id: 'no-sessions' }]),
  })
  await open('Chloé Bernard')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch sessions' })).toBeTruthy()
})

test('shows the role of each admin', async () => {
  renderScreen({ 'GET /api/auth/users': () => pageResponse([{ ...admin, role: 'organiser' }, chloe]) })
  const [own, other] = await screen.findAllByRole('listitem')
  expect(own?.textContent).toContain('Organizer')
  expect(other?.textContent).not.toMatch(/Admin|Organiser/)
})

test.each([
  ['owner', chloe, true],
  ['organiser', chloe, true],
  ['reviewer', chloe, false],
  ['organiser', { ...chloe, isAdmin: true, role: 'viewer' } as const, false],
  ['owner', { ...chloe, isAdmin: true, role: 'viewer' } as const, true],
] as const)('an admin with the role %s changes an account, or not', async (role, person, isAllowed) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  renderScreen({ 'GET /api/auth/users': () => pageResponse([person]) })
  await open('Chloé Bernard')
  await screen.findByRole('heading', { name: 'Recent Projects' })
  expect(screen.queryByRole('button', { name: 'Deactivate' }) !== null).toBe(isAllowed)
})

test('the pill of the users says that they could not be updated', async () => {
  renderScreen()
  const listed = await names()
  expect(await refreshInVain()).toEqual(['Not updated'])
  expect(await names()).toEqual(listed)
})
