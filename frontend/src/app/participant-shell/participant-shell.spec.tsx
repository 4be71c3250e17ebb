// @vitest-environment happy-dom

import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { dayNineteen, maya } from '../../../testing/participant-fixtures.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { useSession } from '../../shared/session/session.ts'
import { ParticipantShell, PendingAccountNotice } from './participant-shell.tsx'

const renderShell = (...initialEntries: string[]) => {
  mockServer({ 'GET /api/challenge/current-day': () => dayNineteen })
  useSession.setState({ session: { kind: 'user', user: maya } })
  const router = createMemoryRouter(
    [{ Component: ParticipantShell, children: [{ path: '*', element: <h1>A screen</h1> }] }],
    { initialEntries },
  )
  render(<RouterProvider router={router} />)
  return router
}

test('the navigation names the screens, and marks the one that a page belongs to', async () => {
  const router = renderShell('/project/r1-d19-maya')
  const navigation = within(screen.getByRole('banner')).getByRole('navigation')
  const current = () => within(navigation).getByRole('link', { current: 'page' }).textContent
  expect(
    within(navigation)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dashboard', 'Daily challenge', 'Leaderboard', 'My projects', 'Community', 'Resources'])
  expect(current()).toBe('Leaderboard')
  await act(() => router.navigate('/SubmitProject'))
  expect(current()).toBe('My projects')
  await act(() => router.navigate('/community'))
  expect(current()).toBe('Community')
})

test('the sheet More closes with Back of the browser', async () => {
  const router = renderShell('/dashboard', '/leaderboard')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('dialog', { name: 'More' })).toBeTruthy()
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/dashboard')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('tells a pending user that the account waits for an admin', () => {
  useSession.setState({ session: { kind: 'user', user: { ...maya, status: 'pending' } } })
  render(<PendingAccountNotice />)
  expect(screen.getByText('Your account is waiting for an admin.')).toBeDefined()
})

test('shows nothing to an active user', () => {
  useSession.setState({ session: { kind: 'user', user: maya } })
  const { container } = render(<PendingAccountNotice />)
  expect(container.textContent).toBe('')
})
