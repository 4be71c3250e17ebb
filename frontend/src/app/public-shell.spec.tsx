// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { maya } from '../../testing/participant-fixtures.ts'
import { useSession } from '../shared/session/session.ts'
import type { Session } from '../shared/session/session.ts'
import { PublicShell } from './public-shell.tsx'

const accountLinks = (session: Session) => {
  useSession.setState({ session })
  render(
    <MemoryRouter>
      <PublicShell />
    </MemoryRouter>,
  )
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
