// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../shared/navigation/router.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { disconnectFromServer } from '../../testing/fake-socket.ts'
import { errorResponse, mockServer } from '../../testing/mock-server.ts'
import { maya, meResponse } from '../../testing/participant-fixtures.ts'
import { request } from '../shared/http/http.ts'
import { useLiveConnection } from '../shared/live/live-socket.ts'
import { startSession, useSession, type Session } from '../shared/session/session.ts'
import { AdminsOnly, MembersOnly, RedirectHome, UsersOnly, VisitorsOnly } from './guards.tsx'
import { startApp } from './start-app.ts'

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
  '/community',
  '/project/:projectId',
  '/projects/:projectId/ratings',
]
const guardFor = (path: string) => {
  if (path === '/' || path.endsWith('/ratings')) return undefined
  if (/login|signup/.test(path)) return VisitorsOnly
  if (path === '/community' || path === '/project/:projectId') return MembersOnly
  return path.startsWith('/admin') ? AdminsOnly : UsersOnly
}

const open = (path: string) => {
  const router = createMemoryRouter(
    [
      ...screens.map((screenPath) => {
        const Component = guardFor(screenPath)
        const route = { path: screenPath, element: <h1>{screenPath}</h1> }
        return Component ? { Component, children: [route] } : route
      }),
      { path: '*', Component: RedirectHome },
    ],
    { initialEntries: [path] },
  )
  render(<RouterProvider router={router} />)
  return router
}
const currentScreen = () => screen.getByRole('heading').textContent
const setSession = (session: Session) => act(() => useSession.setState({ session }))

beforeEach(() => useSession.setState({ session: { kind: 'checking', area: 'user' } }))

test('a participant sees the screen while the session is being checked', () => {
  open('/dashboard')
  expect(currentScreen()).toBe('/dashboard')
  setSession(visitor)
  expect(currentScreen()).toBe('/login')
})

test('an admin sees a screen that participants and admins share while the session is being checked', () => {
  useSession.setState({ session: { kind: 'checking', area: 'admin' } })
  open('/community')
  expect(currentScreen()).toBe('/community')
})

test('the shared link of a project leads visitors to its public ratings, and a login from there back to the link', () => {
  setSession(visitor)
  const router = open('/project/r1-d3-kenji?language=de')
  expect(router.state.location).toMatchObject({
    pathname: '/projects/r1-d3-kenji/ratings',
    state: { from: '/project/r1-d3-kenji?language=de' },
  })
})

test('whose session has ended on a project logs in to get back to it', () => {
  open('/project/r1-d3-kenji')
  expect(currentScreen()).toBe('/project/:projectId')
  setSession({ kind: 'visitor', lastSession: 'ended' })
  expect(currentScreen()).toBe('/login')
})

test('an admin sees the screen while the session is being checked', () => {
  useSession.setState({ session: { kind: 'checking', area: 'admin' } })
  open('/admin/users')
  expect(currentScreen()).toBe('/admin/users')
  setSession(visitor)
  expect(currentScreen()).toBe('/admin/login')
})

test('an admin who waits for approval sees no screen while the session is being checked', () => {
  useSession.setState({ session: { kind: 'checking', area: 'admin', isPending: true } })
  open('/admin/users')
  expect(screen.queryByRole('heading')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Checking your session')
})

test.each([
  ['/dashboard', 'admin'],
  ['/admin/users', 'user'],
] as const)('%s shows a loading screen while a token of area %s is being checked', (path, area) => {
  useSession.setState({ session: { kind: 'checking', area } })
  open(path)
  expect(screen.getByRole('status').textContent).toContain('Checking your session')
  setSession(area === 'admin' ? admin : user)
  expect(screen.queryByRole('status')).toBeNull()
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
  ['/community', visitor, '/login'],
  ['/community', user, '/community'],
  ['/community', admin, '/community'],
  ['/nowhere', visitor, '/'],
  ['/nowhere', user, '/dashboard'],
  ['/nowhere', admin, '/admin/leaderboard'],
])('%s leads to the screen for the role of the user', (path, session, expected) => {
  useSession.setState({ session })
  open(path)
  expect(currentScreen()).toBe(expected)
})

test('after the login the requested page opens', () => {
  useSession.setState({ session: visitor })
  open('/leaderboard?sort=streak')
  expect(currentScreen()).toBe('/login')
  setSession(user)
  expect(currentScreen()).toBe('/leaderboard')
})

test('a page for the other role does not open after the login', () => {
  useSession.setState({ session: visitor })
  open('/admin/users')
  setSession(user)
  expect(currentScreen()).toBe('/dashboard')
})

test('when a session ends elsewhere, the login opens, and after it the same page again', () => {
  useSession.setState({ session: user })
  open('/leaderboard')
  setSession({ kind: 'visitor', lastSession: 'ended' })
  expect(currentScreen()).toBe('/login')
  setSession(user)
  expect(currentScreen()).toBe('/leaderboard')
})

test('after a logout, the next login starts at the dashboard', () => {
  useSession.setState({ session: user })
  open('/leaderboard')
  setSession({ kind: 'visitor', lastSession: 'logged-out' })
  setSession(user)
  expect(currentScreen()).toBe('/dashboard')
})

/** The response about an admin who has no second factor and needs one. */
const withoutFactors = {
  success: true,
  twoFactor: { app: null, passkeys: [], recoveryCodes: null },
  required: true,
  arePasskeysOffered: true,
  hasPassword: true,
  confirmedUntil: null,
}

test('an admin who needs two-factor sign-in sees only its setup, on every screen', async () => {
  mockServer({
    'GET /api/auth/two-factor': () => withoutFactors,
    'GET /api/admin/statistics': () =>
      errorResponse(403, 'two-factor-needed', 'Set up two-factor sign-in first.'),
    'GET /api/auth/me': () => ({ ...meResponse({ ...maya, isAdmin: true }), needsTwoFactor: true }),
  })
  localStorage.setItem('adminToken', 'of-maya')
  onTestFinished(startSession())
  open('/admin/users')
  expect(await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })).toBeDefined()
  expect(screen.queryByText('/admin/users')).toBeNull()
  // The requirement may begin while the screen is open.
  setSession(admin)
  expect(currentScreen()).toBe('/admin/users')
  await act(async () => {
    await request('GET', '/api/admin/statistics').catch(() => undefined)
  })
  expect(await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })).toBeDefined()
})

test('a pending admin sees no admin screen, and enters once the account is active', async () => {
  mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/me': () => meResponse({ ...maya, isAdmin: true }),
  })
  localStorage.setItem('adminToken', 'of-maya')
  open('/admin/users')
  setSession({ kind: 'admin', user: { ...maya, isAdmin: true, status: 'pending' } })
  expect(await screen.findByText('Your account is waiting for an admin')).toBeDefined()
  expect(screen.queryByText('/admin/users')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { name: '/admin/users' })).toBeDefined()
})

test('an admin who had to set up two-factor sign-in sees the screen as soon as that is no longer required', async () => {
  let needsTwoFactor: true | undefined = true
  mockServer({
    'GET /api/auth/two-factor': () => withoutFactors,
    'GET /api/auth/me': () => ({
      ...meResponse({ ...maya, isAdmin: true }),
      ...(needsTwoFactor && { needsTwoFactor }),
    }),
  })
  localStorage.setItem('adminToken', 'of-maya')
  open('/admin/users')
  startApp()
  expect(await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })).toBeDefined()
  await vi.waitFor(() => expect(useLiveConnection.getState().connection.state).toBe('live'))
  needsTwoFactor = undefined
  await disconnectFromServer()
  expect(await screen.findByRole('heading', { name: '/admin/users' })).toBeDefined()
})
