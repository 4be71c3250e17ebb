// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer, networkError, pageResponse, type ReceivedRequest } from '../../../testing/mock-server.ts'
import { refreshInVain } from '../../../testing/refresh-in-vain.tsx'
import { admin, chloe, findNames, oskar, renderUsers, resetUsers } from '../../../testing/users-screen.tsx'

const newest = { sort: 'joined', order: 'desc' }
const listRequests = (requests: ReceivedRequest[]) =>
  requests.filter(({ path }) => path === '/api/auth/users').map(({ query }) => Object.fromEntries(query))

beforeEach(resetUsers)

test('a file has the users of the search and the status', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const { requests } = renderUsers(
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
  renderUsers({ 'GET /api/auth/users': () => new Promise(() => undefined) })
  expect(screen.getByText('Loading users')).toBeTruthy()
})

test('shows a failed load and retries it', async () => {
  renderUsers({ 'GET /api/auth/users': networkError })
  expect(await screen.findByText('Failed to fetch users')).toBeTruthy()
  expect(screen.getByText("Can't reach the server. Check your connection and try again.")).toBeTruthy()
  renderedAgain()
  await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' }))
  expect(await findNames()).toEqual(['Chloé Bernard'])
})
const renderedAgain = () =>
  mockServer({
    'GET /api/auth/users': () => pageResponse([chloe]),
    'GET /api/auth/users/count': () => ({ success: true, count: 1 }),
    'GET /api/auth/users/active': () => ({ success: true, count: 1 }),
  })

test('says that there are no users', async () => {
  renderUsers({ 'GET /api/auth/users': () => pageResponse([]) })
  expect(await screen.findByText('No users yet')).toBeTruthy()
})

test('a status in the URL that is none is no filter', async () => {
  renderUsers({ 'GET /api/auth/users': () => pageResponse([chloe], 'next') }, '/admin/users?status=eaten')
  expect(await screen.findByText('Showing 1 of 128')).toBeTruthy()
})

test('says that no user matches, and clears search and filter', async () => {
  const { url } = renderUsers(
    { 'GET /api/auth/users': ({ query }) => pageResponse(query.has('search') ? [] : [chloe]) },
    '/admin/users?search=nobody&status=active',
  )
  expect(await screen.findByText('No user matches')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear All' }))
  expect(await findNames()).toEqual(['Chloé Bernard'])
  expect(url()).toBe('')
})

test('shows what admins need to know about each user', async () => {
  renderUsers()
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
  renderUsers({ 'GET /api/auth/users': () => pageResponse([{ ...chloe, createdAt: '' }]) })
  expect(await screen.findByText('No date')).toBeTruthy()
})

test('searches and filters on the server', async () => {
  const { requests, url } = renderUsers()
  await findNames()
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
  renderUsers({
    'GET /api/auth/users': ({ query }) =>
      query.has('status') ? new Promise(() => undefined) : pageResponse([chloe]),
  })
  await findNames()
  await userEvent.click(screen.getByRole('button', { name: 'Inactive' }))
  expect(await screen.findByText('Loading users')).toBeTruthy()
  expect(screen.getByText('128 users, 96 active')).toBeTruthy()
})

test('ignores an unknown status in the URL', async () => {
  const { requests } = renderUsers({}, '/admin/users?status=asleep')
  await findNames()
  expect(listRequests(requests)).toEqual([{ ...newest, limit: '100' }])
})

test('sorts on the server, and loads one page only', async () => {
  const { requests, url } = renderUsers({
    'GET /api/auth/users': ({ query }) => {
      const first = query.get('sort') === 'name' ? oskar : chloe
      return pageResponse(
        Array.from({ length: 100 }, (_, index) => ({ ...first, _id: `u${index}` })),
        'next',
      )
    },
  })
  await findNames()
  await userEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(async () => expect((await findNames())[0]).toBe('Oskar Nyström'))
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
  const { requests } = renderUsers({
    'GET /api/auth/users': ({ query }) =>
      query.has('cursor') ? pageResponse([oskar]) : pageResponse(first, 'next'),
  })
  expect(await screen.findByText('Showing 22 of 128')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect((await findNames()).at(-1)).toBe('Oskar Nyström'))
  expect(listRequests(requests)).toContainEqual({ ...newest, limit: '100', cursor: 'next' })
})

test('shows new users and figures live', async () => {
  let people = [chloe]
  vi.mocked(Math.random).mockReturnValue(0)
  renderUsers({ 'GET /api/auth/users': () => pageResponse(people) })
  await findNames()
  await vi.dynamicImportSettled()
  people = [oskar, chloe]
  await emitFromServer('statistics.changed', {
    position: '11',
    epoch: 'e1',
    at: '2025-11-20T11:00:00.000Z',
    statistics: { users: 129, activeUsers: 97 },
  })
  expect(screen.getByText('129 users, 97 active')).toBeTruthy()
  await waitFor(async () => expect(await findNames()).toEqual(['Oskar Nyström', 'Chloé Bernard']), {
    timeout: 5000,
  })
})

test('shows the role of each admin', async () => {
  renderUsers({ 'GET /api/auth/users': () => pageResponse([{ ...admin, role: 'organiser' }, chloe]) })
  const [own, other] = await screen.findAllByRole('listitem')
  expect(own?.textContent).toContain('Organizer')
  expect(other?.textContent).not.toMatch(/Admin|Organiser/)
})

test('the pill of the users says that they could not be updated', async () => {
  renderUsers()
  const listed = await findNames()
  expect(await refreshInVain()).toEqual(['Not updated'])
  expect(await findNames()).toEqual(listed)
})
