// @vitest-environment happy-dom

import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { dayNineteen, maya } from '../../../testing/participant-fixtures.ts'
import { mockServer } from '../../../testing/mock-server.ts'
import { useSession } from '../../shared/session/session.ts'
import { ParticipantShell, PendingAccountNotice } from './participant-shell.tsx'

test('the sheet More closes with Back of the browser', async () => {
  mockServer({
    'GET /api/challenge/current-day': () => dayNineteen,
  })
  useSession.setState({ session: { kind: 'user', user: maya } })
  const router = createMemoryRouter(
    [{ Component: ParticipantShell, children: [{ path: '*', element: <h1>A screen</h1> }] }],
    { initialEntries: ['/dashboard', '/leaderboard'] },
  )
  render(<RouterProvider router={router} />)
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
