// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ines, projectsResponse, quickShow } from '../../../testing/admin-fixtures.ts'
import { errorResponse, networkError, pageResponse } from '../../../testing/mock-server.ts'
import {
  admin,
  chloe,
  findNames,
  openUser,
  oskar,
  renderUsers,
  resetUsers,
} from '../../../testing/users-screen.tsx'
import { useSession } from '../../shared/session/session.ts'

beforeEach(resetUsers)

test('opens one user at a time with the two newest projects', async () => {
  renderUsers()
  await openUser('Oskar Nyström')
  await openUser('Chloé Bernard')
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
  renderUsers({ 'GET /api/projects/user/:id': () => projectsResponse([]) })
  await openUser('Chloé Bernard')
  expect(await screen.findByText('No recent projects found')).toBeTruthy()
})

test('says that the projects failed to load', async () => {
  renderUsers({
    'GET /api/projects/user/:id': networkError,
    'GET /api/auth/users': () => pageResponse([{ ...chloe, _id: 'other' }]),
  })
  await openUser('Chloé Bernard')
  expect(await screen.findByText('Failed to fetch projects')).toBeTruthy()
})

test('deactivates a user after a confirmation', async () => {
  let shown = chloe
  const { requests } = renderUsers({
    'GET /api/auth/users': () => pageResponse([admin, shown, oskar]),
    'PUT /api/auth/users/:id/status': () => {
      shown = { ...chloe, status: 'inactive' }
      return { success: true, message: '' }
    },
  })
  await openUser('Chloé Bernard')
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
  const { requests } = renderUsers()
  await openUser('Oskar Nyström')
  await userEvent.click(screen.getByRole('button', { name: 'Activate' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(requests.some(({ method }) => method === 'PUT')).toBe(false)
})

test('shows why a status was not changed', async () => {
  renderUsers({
    'PUT /api/auth/users/:id/status': () =>
      errorResponse(409, 'last-admin', 'There must be at least one active owner.'),
  })
  await openUser('Chloé Bernard')
  await userEvent.click(screen.getByRole('button', { name: 'Deactivate' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(await dialog.findByText('There must be at least one active owner.')).toBeTruthy()
})

test("a pending user can be activated and deactivated, one's own account neither", async () => {
  renderUsers({ 'GET /api/auth/users': () => pageResponse([admin, { ...chloe, status: 'pending' }]) })
  await openUser('Chloé Bernard')
  expect(screen.getByRole('button', { name: 'Activate' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Deactivate' })).toBeTruthy()
  await openUser('Inés Duarte')
  expect(screen.queryByRole('button', { name: /ctivate$/ })).toBeNull()
})

test('shows how many sessions a user has, and where the user is logged in', async () => {
  renderUsers({
    'GET /api/auth/users': () => pageResponse([chloe, { ...oskar, sessions: 0, lastSeenAt: null }]),
  })
  await findNames()
  const [row, other] = screen.getAllByRole('listitem')
  expect(row?.textContent).toMatch(/2 sessions, last seen/)
  expect(other?.textContent).toMatch(/0 sessions(?!,)/)
  await openUser('Chloé Bernard')
  const list = await screen.findByRole('list', { name: 'Sessions of Chloé Bernard' })
  expect(list.textContent).toMatch(/Firefox on Windows.*Last seen.*Logged in since Nov 18, 2025/)
})

test('ends all sessions of a user after a confirmation', async () => {
  let shown = chloe
  const { requests } = renderUsers({
    'GET /api/auth/users': () => pageResponse([admin, shown, oskar]),
    'DELETE /api/auth/users/:id/sessions': () => {
      shown = { ...chloe, sessions: 0, lastSeenAt: null }
      return { success: true, message: '', position: '7' }
    },
  })
  await openUser('Chloé Bernard')
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
  renderUsers({
    'GET /api/auth/users/:id/sessions': networkError,
    'GET /api/auth/users': () => pageResponse([{ ...chloe, _id: 'no-sessions' }]),
  })
  await openUser('Chloé Bernard')
  expect(await screen.findByRole('heading', { name: 'Failed to fetch sessions' })).toBeTruthy()
})

test.each([
  ['owner', chloe, true],
  ['organiser', chloe, true],
  ['reviewer', chloe, false],
  ['organiser', { ...chloe, isAdmin: true, role: 'viewer' } as const, false],
  ['owner', { ...chloe, isAdmin: true, role: 'viewer' } as const, true],
] as const)('an admin with the role %s changes an account, or not', async (role, person, isAllowed) => {
  useSession.setState({ session: { kind: 'admin', user: { ...ines, role } } })
  renderUsers({ 'GET /api/auth/users': () => pageResponse([person]) })
  await openUser('Chloé Bernard')
  await screen.findByRole('heading', { name: 'Recent Projects' })
  expect(screen.queryByRole('button', { name: 'Deactivate' }) !== null).toBe(isAllowed)
})
