// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { maya } from '../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../testing/render-in-router.tsx'
import { useSession, type Session } from '../shared/session/session.ts'
import { PublicShell } from './public-shell.tsx'

const accountLinks = (session: Session) => {
  useSession.setState({ session })
  renderInRouter(<PublicShell />)
  return screen.getAllByRole('link').map((link) => link.textContent)
}

test('invites visitors to log in', () => {
  expect(accountLinks({ kind: 'visitor', lastSession: 'never' })).toEqual(
    expect.arrayContaining(['Log in', 'Sign up']),
  )
})

test('leads admins to their area, and offers nothing while their session is checked', () => {
  const linksMeanwhile = accountLinks({ kind: 'checking', area: 'admin' })
  expect(linksMeanwhile).not.toContain('Log in')
  expect(linksMeanwhile).not.toContain('Admin')
  expect(accountLinks({ kind: 'admin', user: { ...maya, isAdmin: true } })).toContain('Admin')
})

test('a login leads back to the link that a visitor opened', async () => {
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
  const router = createMemoryRouter(
    [
      { path: '/projects/:id/ratings', Component: PublicShell },
      { path: '/login', element: null },
    ],
    { initialEntries: [{ pathname: '/projects/pulse/ratings', state: { from: '/project/pulse' } }] },
  )
  render(<RouterProvider router={router} />)
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }))
  expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/project/pulse' } })
})
