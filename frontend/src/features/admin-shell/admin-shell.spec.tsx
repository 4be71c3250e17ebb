// @vitest-environment happy-dom
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  ines,
  projectStatistics,
  projectsResponse,
  quickShow,
  tally,
} from '../../../testing/admin-fixtures.ts'
import { emitFromServer } from '../../../testing/fake-socket.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { dayNineteen } from '../../../testing/participant-fixtures.ts'
import { refreshInVain, staleNotice } from '../../../testing/refresh-in-vain.tsx'
import { useSession } from '../../shared/session/session.ts'
import { useSingleKeyShortcuts } from '../../shared/preferences/single-key-shortcuts.ts'
import { AdminShell } from './admin-shell.tsx'

const renderShell = async () => {
  mockServer({
    'GET /api/challenge/current-day': () => dayNineteen,
    'GET /api/projects/all': () => projectsResponse([quickShow, tally]),
    'GET /api/admin/search': () => ({
      success: true,
      participants: [],
      projects: [{ ...quickShow, user: { _id: 'chloe', fullName: 'Chloé Bernard' } }],
      position: '1',
      epoch: 'e1',
    }),
    'POST /api/auth/logout': () => ({ success: true, position: '1' }),
  })
  const router = createMemoryRouter(
    [{ Component: AdminShell, children: [{ path: '*', element: <h1>A screen</h1> }] }],
    { initialEntries: ['/admin/leaderboard'] },
  )
  render(<RouterProvider router={router} />)
  await screen.findAllByText(/Day 19|19 of 30/)
  await vi.dynamicImportSettled()
  return router
}
const findBells = (name: RegExp) => screen.findAllByRole('button', { name })
const pressBell = async () => {
  const [bell] = await findBells(/waiting for review/)
  if (bell) await userEvent.click(bell)
}

beforeEach(() => {
  useSession.setState({ session: { kind: 'admin', user: ines } })
  useSingleKeyShortcuts.setState({ enabled: true })
})

test('the bell shows the number of pending submissions and follows updates', async () => {
  await renderShell()
  expect(await findBells(/^2 submissions waiting for review$/)).toHaveLength(2)
  const envelope = { position: '20', epoch: 'e1', at: '2025-11-20T11:00:00.000Z' }
  await emitFromServer('statistics.changed', { ...envelope, statistics: projectStatistics })
  await emitFromServer('statistics.changed', { ...envelope, statistics: { users: 129, activeUsers: 97 } })
  expect(await findBells(/^53 submissions waiting for review$/)).toHaveLength(2)
  expect(within(screen.getByRole('navigation', { name: 'Admin' })).getByText('53')).toBeTruthy()
  // Such as of a process that lags behind, which the socket has just reached.
  const older = { ...projectStatistics, pending: 60 }
  await emitFromServer('statistics.changed', { ...envelope, position: '15', statistics: older })
  expect(await findBells(/^53 submissions waiting for review$/)).toHaveLength(2)
})

test('the bell opens the list of pending submissions', async () => {
  const router = await renderShell()
  await pressBell()
  expect(router.state.location.pathname + router.state.location.search).toBe(
    '/admin/submissions?status=submitted',
  )
})

test('the current navigation item is marked', async () => {
  await renderShell()
  expect(screen.getByRole('link', { name: 'Leaderboard' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBeNull()
})

test('a collapsed sidebar is remembered and keeps its accessible labels', async () => {
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Collapse sidebar' }))
  expect(screen.getByRole('button', { name: 'Expand sidebar' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Users' })).toBeTruthy()
  expect(localStorage.getItem('thirty-admin-sidebar')).toBe('collapsed')
  const { dataset } = document.documentElement
  expect(dataset['sidebar']).toBe('collapsed')
  await userEvent.click(screen.getByRole('button', { name: 'Expand sidebar' }))
  expect(dataset['sidebar']).toBeUndefined()
  expect(localStorage.getItem('thirty-admin-sidebar')).toBe('open')
})

test('the drawer on phones closes on Escape', async () => {
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  expect(within(screen.getByRole('dialog')).getByRole('link', { name: 'Version' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the drawer closes on a press outside', async () => {
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const backdrop = screen.getByRole('dialog').parentElement
  if (!backdrop) throw new Error('The dialog has no backdrop.')
  // The dialog starts to listen one tick later, so that the press that opened it does not close it.
  await new Promise((resolve) => setTimeout(resolve))
  // The page behind a dialog ignores the pointer, but the document still receives the press.
  await userEvent.setup({ pointerEventsCheck: 0 }).click(backdrop)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the drawer closes after navigating', async () => {
  const router = await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'Settings' }))
  expect(router.state.location.pathname).toBe('/admin/settings')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the drawer closes with Back of the browser', async () => {
  const router = await renderShell()
  await act(() => router.navigate('/admin/settings'))
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/admin/leaderboard')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the slash key focuses the search, and the query goes into the URL', async () => {
  const router = await renderShell()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(
    screen.getByRole('combobox', { name: 'Search participants and projects' }),
  )
  await userEvent.keyboard('poll{Enter}')
  expect(router.state.location.pathname + router.state.location.search).toBe('/admin/submissions?search=poll')
})

test('the search box is cleared when the list is no longer filtered', async () => {
  await renderShell()
  await userEvent.type(screen.getByRole('combobox'), 'poll{Enter}')
  await pressBell()
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
})

test('in the drawer, Escape first closes the results, then clears the query, then closes the drawer', async () => {
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  const box = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('combobox')
  await userEvent.type(box, 'poll')
  await screen.findByRole('listbox')
  await userEvent.keyboard('{Escape}')
  expect([screen.queryByRole('listbox'), box.value]).toEqual([null, 'poll'])
  await userEvent.keyboard('{Escape}')
  expect(box.value).toBe('')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the drawer closes when a result is chosen', async () => {
  const router = await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
  await userEvent.type(within(screen.getByRole('dialog')).getByRole('combobox'), 'poll')
  await userEvent.click(await screen.findByRole('option', { name: /Quick show/ }))
  expect(router.state.location.pathname).toBe('/admin/rate-project/quick-show')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the slash key does nothing while single-key shortcuts are switched off', async () => {
  useSingleKeyShortcuts.setState({ enabled: false })
  await renderShell()
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(document.body)
})

test('logout asks for confirmation and removes the admin session', async () => {
  localStorage.setItem('adminToken', 'secret')
  await renderShell()
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByText('Are you sure you want to logout?')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Logout' }))
  // No guard redirects here, so the shell stays and loads the day again.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(localStorage.getItem('adminToken')).toBeNull()
  expect(useSession.getState().session.kind).toBe('visitor')
})

test('the navigation has what the role may see, and follows the role', async () => {
  await renderShell()
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Admin' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(links()).toEqual(expect.arrayContaining(['Team', 'Health']))
  act(() => useSession.getState().changeUser({ role: 'viewer' }))
  expect(links()).toContain('Team')
  expect(links()).not.toContain('Health')
})

test('says on every screen that the number of pending submissions could not be updated', async () => {
  await renderShell()
  await findBells(/^2 submissions waiting for review$/)
  expect(await refreshInVain({ hasNotice: true })).toEqual([staleNotice])
  expect(await findBells(/^2 submissions waiting for review$/)).toHaveLength(2)
})
