// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { maya } from '../../testing/participant-fixtures.ts'
import { useSession } from '../shared/session/session.ts'
import type { Session } from '../shared/session/session.ts'
import { AdminsOnly, RedirectHome, UsersOnly, VisitorsOnly } from './guards.tsx'

const visitor: Session = { kind: 'visitor', lastSession: 'never' }
const user: Session = { kind: 'user', user: maya }
const admin: Session = { kind: 'admin', user: { ...maya, isAdmin: true } }

const screens = [
  '/',
  '/login',
  '/signup',
  '/admin/login',
  '/dashboard',
  '/leaderboard',
  '/admin/leaderboard',
  '/admin/users',
]
const guardOf = (path: string) => {
  if (path === '/') return undefined
  if (/login|signup/.test(path)) return VisitorsOnly
  return path.startsWith('/admin') ? AdminsOnly : UsersOnly
}

const open = (path: string) => {
  const router = createMemoryRouter(
    [
      ...screens.map((each) => {
        const Component = guardOf(each)
        const place = { path: each, element: <h1>{each}</h1> }
        return Component ? { Component, children: [place] } : place
      }),
      { path: '*', Component: RedirectHome },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const at = () => screen.getByRole('heading').textContent
const become = (session: Session) => act(() => useSession.setState({ session }))

beforeEach(() => useSession.setState({ session: { kind: 'checking' } }))

test('while the session is being checked a loading screen shows', () => {
  open('/dashboard')
  expect(screen.getByRole('status').textContent).toContain('Checking your session')
  become(user)
  expect(at()).toBe('/dashboard')
})

test.each([
  ['/dashboard', visitor, '/login'],
  ['/dashboard', admin, '/admin/leaderboard'],
  ['/login', user, '/dashboard'],
  ['/signup', admin, '/admin/leaderboard'],
  ['/admin/login', user, '/dashboard'],
  ['/admin/login', admin, '/admin/leaderboard'],
  ['/admin/users', visitor, '/admin/login'],
  ['/admin/users', user, '/dashboard'],
  ['/nowhere', visitor, '/'],
  ['/nowhere', user, '/dashboard'],
  ['/nowhere', admin, '/admin/leaderboard'],
])('%s is answered by the role of who asks', (path, session, expected) => {
  useSession.setState({ session })
  open(path)
  expect(at()).toBe(expected)
})

test('who logs in is brought to the page they asked for', () => {
  useSession.setState({ session: visitor })
  open('/leaderboard?sort=streak')
  expect(at()).toBe('/login')
  become(user)
  expect(at()).toBe('/leaderboard')
})

test('a page of the other half of the product is not gone back to', () => {
  useSession.setState({ session: visitor })
  open('/admin/users')
  become(user)
  expect(at()).toBe('/dashboard')
})

test('a session that ends elsewhere leads to log in, and back to the same page', () => {
  useSession.setState({ session: user })
  open('/leaderboard')
  become({ kind: 'visitor', lastSession: 'ended' })
  expect(at()).toBe('/login')
  become(user)
  expect(at()).toBe('/leaderboard')
})

test('after logging out, the next to log in starts at the dashboard', () => {
  useSession.setState({ session: user })
  open('/leaderboard')
  become({ kind: 'visitor', lastSession: 'logged-out' })
  become(user)
  expect(at()).toBe('/dashboard')
})
