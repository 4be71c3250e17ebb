// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createMemoryRouter, MemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { useSession } from '../../shared/session/session.ts'
import { LogInScreen } from './log-in-screen.tsx'
import { SocialSignInCallbackScreen } from './social-sign-in-callback-screen.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
})

const signInScreen = async (address: string, providers: RouteHandler, from?: string) => {
  const calls = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': providers,
    'POST /api/auth/logout': () => ({ success: true, position: '1' }),
  })
  const [pathname = '', search] = address.split('?')
  const entry = { pathname, ...(search && { search: `?${search}` }), state: from ? { from } : null }
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[entry]}>
        {pathname === '/signup' ? <SignUpScreen /> : <LogInScreen />}
      </MemoryRouter>,
    ),
  )
  return calls
}
const providing =
  (...providers: string[]): RouteHandler =>
  () => ({ success: true, providers })
const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test.each([
  ['/login', 'or continue with'],
  ['/signup', 'or with e-mail'],
  ['/login?signup=true', 'or with e-mail'],
])('%s leads to both providers', async (address, words) => {
  await signInScreen(address, providing('github', 'google'))
  expect(screen.getByText(words)).toBeDefined()
  expect(addressOf('GitHub')).toBe('/api/auth/github?redirect=%2Fdashboard')
  expect(addressOf('Google')).toBe('/api/auth/google?redirect=%2Fdashboard')
})

test('a provider that is not there has no button', async () => {
  await signInScreen('/login', providing('google'))
  expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Google' })).toBeDefined()
})

test.each([
  ['there is none', providing()],
  ['nobody can say', networkError],
])('where %s, no word is lost about it', async (_name, providers) => {
  await signInScreen('/login', providers)
  expect(screen.queryByText('or continue with')).toBeNull()
  expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull()
})

test('whoever wanted another page is led there, if it is one of theirs', async () => {
  await signInScreen('/login', providing('github'), '/leaderboard?sort=streak')
  expect(addressOf('GitHub')).toBe('/api/auth/github?redirect=%2Fleaderboard%3Fsort%3Dstreak')
})

test('whoever wanted a page of admins is led home', async () => {
  await signInScreen('/login', providing('github'), '/admin/settings')
  expect(addressOf('GitHub')).toBe('/api/auth/github?redirect=%2Fdashboard')
})

test('a stored token is gone before the provider is visited, and given back', async () => {
  const calls = await signInScreen('/login', providing('github'))
  localStorage.setItem('token', 'of-somebody')
  localStorage.setItem('adminToken', 'of-an-admin')
  const link = screen.getByRole('link', { name: 'GitHub' })
  link.addEventListener('click', (event) => event.preventDefault())
  await act(async () => link.click())
  expect(localStorage.length).toBe(0)
  const givenBack = calls.filter(({ path }) => path === '/api/auth/logout').map(({ token }) => token)
  expect(givenBack).toEqual(['of-somebody', 'of-an-admin'])
})

test.each([
  ['failed', 'Authentication failed'],
  ['missing-token', 'Missing authentication token'],
  ['cancelled', 'Sign-in was cancelled.'],
  ['account-inactive', 'This account is not active'],
  ['Missing authentication token', 'Missing authentication token'],
  ['<img src=x onerror=alert(1)>', 'Authentication failed'],
  ['toString', 'Authentication failed'],
  ['', 'Authentication failed'],
])('error=%s is told as "%s"', async (error, words) => {
  await signInScreen(`/login?error=${encodeURIComponent(error)}`, providing())
  expect(screen.getByRole('alert').textContent).toBe(words)
})

const Here = () => {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

const arrive = async (query: string, me: RouteHandler): Promise<ReceivedRequest[]> => {
  const calls = mockServer({ 'GET /api/auth/me': me })
  window.history.replaceState(null, '', `/auth/success${query}`)
  const router = createMemoryRouter(
    [
      { path: '/auth/success', Component: SocialSignInCallbackScreen },
      { path: '*', Component: Here },
    ],
    { initialEntries: [`/auth/success${query}`] },
  )
  await act(async () =>
    render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  )
  return calls
}
const opens: RouteHandler = () => ({ ...meResponse(maya), user: { ...maya, token: 'of-maya' } })

test('a ticket becomes a session, once, and leads to the page that was wanted', async () => {
  const calls = await arrive('?token=the-ticket-1&redirect=%2Fleaderboard', opens)
  await waitFor(() => expect(screen.getByText('at /leaderboard')).toBeDefined())
  expect(calls.map(({ path, token }) => [path, token])).toEqual([['/api/auth/me', 'the-ticket-1']])
  expect(localStorage.getItem('token')).toBe('of-maya')
  expect(localStorage.getItem('user')).not.toContain('of-maya')
  expect(useSession.getState().session).toMatchObject({ kind: 'user', user: { _id: 'maya' } })
})

test('the address holds no ticket by the time that anything is asked', async () => {
  let address = ''
  await arrive('?token=the-ticket-2', (...asked) => {
    address = window.location.href
    return opens(...asked)
  })
  expect(address).toMatch(/\/auth\/success$/)
  expect(JSON.stringify(window.history.state)).not.toContain('the-ticket-2')
})

test.each(['', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/admin/settings', '/login'])(
  'whoever is to be led to "%s" is led home',
  async (redirect) => {
    await arrive(`?token=ticket-for-${redirect.length}&redirect=${encodeURIComponent(redirect)}`, opens)
    await waitFor(() => expect(screen.getByText('at /dashboard')).toBeDefined())
  },
)

test.each([
  ['no ticket', '', opens, 'missing-token'],
  [
    'a ticket that is over',
    '?token=over',
    () => errorResponse(401, 'not-signed-in', 'Authentication failed'),
    'failed',
  ],
  ['an answer without a token', '?token=plain', () => meResponse(maya), 'failed'],
  [
    'an account that was switched off',
    '?token=off',
    () => errorResponse(401, 'account-inactive', 'This account is not active'),
    'account-inactive',
  ],
  ['too many tries', '?token=many', () => errorResponse(429, 'too-many', 'Too many attempts.'), 'too-many'],
])('with %s one is at the log-in, and nothing is stored', async (_name, query, me, code) => {
  await arrive(query, me)
  await waitFor(() => expect(screen.getByText(`at /login?error=${code}`)).toBeDefined())
  expect(localStorage.length).toBe(0)
  expect(useSession.getState().session.kind).toBe('visitor')
})

test('a server that is being built is asked again with the same ticket, and then one is in', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answers: RouteHandler[] = [
    () => errorResponse(503, 'being-built', 'Being built.'),
    networkError,
    opens,
  ]
  const calls = await arrive('?token=patient', (...asked) => (answers.shift() ?? networkError)(...asked))
  expect(screen.getByText('Completing your sign-in')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText('at /dashboard')).toBeDefined()
  expect(calls.map(({ token }) => token)).toEqual(['patient', 'patient', 'patient'])
})

test('a server that stays away for as long as a ticket is good leads to the log-in', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await arrive('?token=away', networkError)
  await act(() => vi.advanceTimersByTimeAsync(44_000))
  expect(screen.getByText('Completing your sign-in')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('at /login?error=away')).toBeDefined()
  expect(localStorage.length).toBe(0)
})
