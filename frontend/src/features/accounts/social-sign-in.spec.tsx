// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from '../../shared/navigation/router.ts'
import { expect, test, vi } from 'vitest'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import {
  LogInScreen,
  SignUpScreen,
  SocialSecondStepScreen,
  SocialSignInCallbackScreen,
} from './log-in-and-sign-up-screens.tsx'

const openSignIn = async (url: string, providers: RouteHandler, from?: string) => {
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': providers,
    'POST /api/auth/logout': () => ({ success: true, position: '1' }),
  })
  const [pathname = '', search] = url.split('?')
  const entry = { pathname, ...(search && { search: `?${search}` }), state: from ? { from } : null }
  await act(async () => renderInRouter(pathname === '/signup' ? <SignUpScreen /> : <LogInScreen />, entry))
  return requests
}
const withProviders =
  (...providers: string[]): RouteHandler =>
  () => ({ success: true, providers })
const urlOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test.each([
  ['/login', 'or continue with'],
  ['/signup', 'or with email'],
  ['/login?signup=true', 'or with email'],
])('%s links to both providers', async (url, text) => {
  await openSignIn(url, withProviders('github', 'google'))
  expect(screen.getByText(text)).toBeDefined()
  expect(urlOf('GitHub')).toBe('/api/auth/github?redirect=%2Fdashboard')
  expect(urlOf('Google')).toBe('/api/auth/google?redirect=%2Fdashboard')
})

test('a provider that is not configured has no button', async () => {
  await openSignIn('/login', withProviders('google'))
  expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Google' })).toBeDefined()
})

test.each([
  ['there are no providers', withProviders()],
  ['loading them fails', networkError],
])('shows nothing if %s', async (_name, providers) => {
  await openSignIn('/login', providers)
  expect(screen.queryByText('or continue with')).toBeNull()
  expect(screen.queryByRole('link', { name: 'GitHub' })).toBeNull()
})

test('the requested page opens after signing in, if it is a page for participants', async () => {
  await openSignIn('/login', withProviders('github'), '/leaderboard?sort=streak')
  expect(urlOf('GitHub')).toBe('/api/auth/github?redirect=%2Fleaderboard%3Fsort%3Dstreak')
})

test('a requested admin page leads to the dashboard', async () => {
  await openSignIn('/login', withProviders('github'), '/admin/settings')
  expect(urlOf('GitHub')).toBe('/api/auth/github?redirect=%2Fdashboard')
})

test('a stored token is removed and revoked before the browser goes to the provider', async () => {
  const requests = await openSignIn('/login', withProviders('github'))
  localStorage.setItem('token', 'of-a-user')
  localStorage.setItem('adminToken', 'of-an-admin')
  const link = screen.getByRole('link', { name: 'GitHub' })
  link.addEventListener('click', (event) => event.preventDefault())
  await act(async () => link.click())
  expect(localStorage.length).toBe(0)
  const revoked = requests.filter(({ path }) => path === '/api/auth/logout').map(({ token }) => token)
  expect(revoked).toEqual(['of-a-user', 'of-an-admin'])
})

test.each([
  ['failed', 'Authentication failed'],
  ['missing-token', 'Missing authentication token'],
  ['cancelled', 'Sign-in was canceled.'],
  ['account-inactive', 'This account is not active'],
  ['Missing authentication token', 'Missing authentication token'],
  ['<img src=x onerror=alert(1)>', 'Authentication failed'],
  ['toString', 'Authentication failed'],
  ['', 'Authentication failed'],
])('error=%s is shown as "%s"', async (error, text) => {
  await openSignIn(`/login?error=${encodeURIComponent(error)}`, withProviders())
  expect(screen.getByRole('alert').textContent).toBe(text)
})

test.each([
  ['too-many&wait=240', 'Many people are logging in from your network. Try again in 4 minutes.'],
  ['many-refused&wait=900', 'Too many requests from your network were refused. Try again in 15 minutes.'],
  ['too-many', 'Too many attempts. Please try again later.'],
  ['too-many&wait=0', 'Too many attempts. Please try again later.'],
  ['too-many&wait=4e9', 'Too many attempts. Please try again later.'],
  ['too-many&wait=1.5', 'Too many attempts. Please try again later.'],
  ['too-many&wait=soon', 'Too many attempts. Please try again later.'],
  ['failed&wait=240', 'Authentication failed'],
])('at a limit, error=%s is shown as "%s"', async (query, text) => {
  await openSignIn(`/login?error=${query}`, withProviders())
  expect(screen.getByRole('alert').textContent).toBe(text)
})

const CurrentPath = () => {
  const { pathname, search } = useLocation()
  return <p>at {pathname + search}</p>
}

const openCallback = async (query: string, me: RouteHandler): Promise<ReceivedRequest[]> => {
  const requests = mockServer({ 'GET /api/auth/me': me })
  window.history.replaceState(null, '', `/auth/success${query}`)
  const router = createMemoryRouter(
    [
      { path: '/auth/success', Component: SocialSignInCallbackScreen },
      { path: '*', Component: CurrentPath },
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
  return requests
}
const exchanged: RouteHandler = () => ({ ...meResponse(maya), user: { ...maya, token: 'of-maya' } })

test('a one-time token is exchanged for a session once, and the requested page opens', async () => {
  const requests = await openCallback('?token=the-token-1&redirect=%2Fleaderboard', exchanged)
  await waitFor(() => expect(screen.getByText('at /leaderboard')).toBeDefined())
  expect(requests.map(({ path, token }) => [path, token])).toEqual([['/api/auth/me', 'the-token-1']])
  expect(localStorage.getItem('token')).toBe('of-maya')
  expect(localStorage.getItem('user')).not.toContain('of-maya')
  expect(useSession.getState().session).toMatchObject({ kind: 'user', user: { _id: 'maya' } })
})

test('the one-time token is removed from the URL before the first request', async () => {
  let url = ''
  await openCallback('?token=the-token-2', (...request) => {
    url = window.location.href
    return exchanged(...request)
  })
  expect(url).toMatch(/\/auth\/success$/)
  expect(JSON.stringify(window.history.state)).not.toContain('the-token-2')
})

test.each(['', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/admin/settings', '/login'])(
  'the redirect "%s" leads to the dashboard',
  async (redirect) => {
    await openCallback(
      `?token=token-for-${redirect.length}&redirect=${encodeURIComponent(redirect)}`,
      exchanged,
    )
    await waitFor(() => expect(screen.getByText('at /dashboard')).toBeDefined())
  },
)

test.each([
  ['a missing token', '', exchanged, 'missing-token'],
  [
    'an expired token',
    '?token=over',
    () => errorResponse(401, 'not-signed-in', 'Authentication failed'),
    'failed',
  ],
  ['a response without a session token', '?token=plain', () => meResponse(maya), 'failed'],
  [
    'an inactive account',
    '?token=off',
    () => errorResponse(401, 'account-inactive', 'This account is not active'),
    'account-inactive',
  ],
  [
    'too many attempts',
    '?token=many',
    () => errorResponse(429, 'too-many', 'Too many attempts.'),
    'too-many',
  ],
])('%s leads to the login, and nothing is stored', async (_name, query, me, code) => {
  await openCallback(query, me)
  await waitFor(() => expect(screen.getByText(`at /login?error=${code}`)).toBeDefined())
  expect(localStorage.length).toBe(0)
  expect(useSession.getState().session.kind).toBe('visitor')
})

test('at the limit of the exchange, the login says why and when to try again', async () => {
  const message = 'Many people are using this site from your network. Try again in 40 seconds.'
  mockServer({
    'GET /api/auth/me': () => errorResponse(429, 'too-many', message),
    'GET /api/auth/providers': withProviders(),
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
  })
  window.history.replaceState(null, '', '/auth/success?token=limited')
  const router = createMemoryRouter(
    [
      { path: '/auth/success', Component: SocialSignInCallbackScreen },
      { path: '/login', Component: LogInScreen },
    ],
    { initialEntries: ['/auth/success?token=limited'] },
  )
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('the exchange is retried with the same token while the server is starting', async () => {
  vi.useFakeTimers()
  const responses: RouteHandler[] = [
    () => errorResponse(503, 'being-built', 'Being built.'),
    networkError,
    exchanged,
  ]
  const requests = await openCallback('?token=patient', (...request) =>
    (responses.shift() ?? networkError)(...request),
  )
  expect(screen.getByText('Completing your sign-in')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText('at /dashboard')).toBeDefined()
  expect(requests.map(({ token }) => token)).toEqual(['patient', 'patient', 'patient'])
})

test('the login opens if the server stays unreachable for the lifetime of the token', async () => {
  vi.useFakeTimers()
  await openCallback('?token=away', networkError)
  await act(() => vi.advanceTimersByTimeAsync(44_000))
  expect(screen.getByText('Completing your sign-in')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(screen.getByText('at /login?error=away')).toBeDefined()
  expect(localStorage.length).toBe(0)
})

test.each([
  ['/leaderboard', '/leaderboard'],
  ['//evil.example', '/dashboard'],
])(
  'the code of a second factor after a social sign-in with the redirect "%s" opens %s',
  async (redirect, page) => {
    const query = new URLSearchParams({ token: 'of-the-step', redirect })
    window.history.replaceState(null, '', `/auth/second-step?${query}`)
    const requests = mockServer({
      'POST /api/auth/login/second-factor/options': () => ({ success: true, kinds: ['app'], passkey: null }),
      'POST /api/auth/login/second-factor': () => ({
        success: true,
        position: '1',
        user: { ...maya, token: 'of-maya' },
      }),
      'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    })
    const router = createMemoryRouter(
      [
        { path: '/auth/second-step', Component: SocialSecondStepScreen },
        { path: '*', element: <p>Another page</p> },
      ],
      { initialEntries: ['/auth/second-step'] },
    )
    render(<RouterProvider router={router} />)
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe(page))
    expect(window.location.search).toBe('')
    expect(requests.at(-1)).toMatchObject({ body: { token: 'of-the-step', code: '123456' } })
    expect(localStorage.getItem('token')).toBe('of-maya')
  },
)
