// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from '../../shared/navigation/router.ts'
import { expect, test } from 'vitest'
import { autocompletes } from '../../../testing/autocomplete.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import { ForgotPasswordScreen } from './mailed-link-screens.tsx'
import { LogInScreen, SignUpScreen } from './log-in-and-sign-up-screens.tsx'

const signedIn = () => ({ success: true, position: '1', user: { ...maya, token: 'of-maya' } })

const renderScreen = async (
  path: string,
  routes: Record<string, RouteHandler> = {},
): Promise<ReceivedRequest[]> => {
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': () => ({ success: true, providers: [] }),
    ...routes,
  })
  await act(async () => renderInRouter(path === '/signup' ? <SignUpScreen /> : <LogInScreen />, path))
  return requests
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, text: string) => userEvent.type(field(label), text)
const blur = async (label: string) => {
  await userEvent.click(field(label))
  await userEvent.tab()
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sentCommands = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'POST')

test('a field is validated on blur, and on every change once it has shown an error', async () => {
  await renderScreen('/login')
  await blur('Email or username')
  expect(await screen.findByText('Email or username is required')).toBeDefined()
  await type('Email or username', 'm')
  expect(screen.queryByText('Email or username is required')).toBeNull()
})

test('an empty login is not sent, and the first invalid field gets the focus', async () => {
  const requests = await renderScreen('/login')
  await press('Log in')
  expect(await screen.findByText('Password is required')).toBeDefined()
  expect(document.activeElement).toBe(field('Email or username'))
  expect(sentCommands(requests)).toHaveLength(0)
})

test('a login stores token and user', async () => {
  const requests = await renderScreen('/login', { 'POST /api/auth/login': signedIn })
  await type('Email or username', ' maya_lindgren ')
  await type('Password', ' as typed ')
  await press('Log in')
  await waitFor(() => expect(useSession.getState().session.kind).toBe('user'))
  expect(sentCommands(requests)[0]?.body).toEqual({
    emailOrUsername: 'maya_lindgren',
    password: ' as typed ',
  })
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('an account with a second factor logs in with a code, or goes back to the password', async () => {
  const requests = await renderScreen('/login', {
    'POST /api/auth/login': () => ({
      success: true,
      message: 'Complete your login with a second factor',
      secondFactor: { token: 'of-the-step', kinds: ['app'] },
    }),
    'POST /api/auth/login/second-factor': signedIn,
  })
  const enterPassword = async () => {
    await type('Email or username', 'maya_lindgren')
    await type('Password', 'Thirty-days-1')
    await press('Log in')
    return screen.findByRole('heading', { name: 'Confirm your login' })
  }
  await enterPassword()
  expect(useSession.getState().session.kind).toBe('visitor')
  await press('Back to the password')
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeDefined()
  await enterPassword()
  await type('Code', '123456')
  await press('Log in')
  await waitFor(() => expect(useSession.getState().session.kind).toBe('user'))
  expect(requests.at(-1)).toMatchObject({ body: { token: 'of-the-step', code: '123456' } })
})

test('a failed login shows the message of the server, or "Login failed" without one', async () => {
  let respond: RouteHandler = () =>
    errorResponse(401, 'wrong-credentials', 'Wrong e-mail, username or password')
  await renderScreen('/login', { 'POST /api/auth/login': (request, params) => respond(request, params) })
  await type('Email or username', 'maya')
  await type('Password', 'wrong')
  await press('Log in')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong e-mail, username or password')
  respond = networkError
  await press('Log in')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Login failed'))
})

test('a known error message in the URL is shown', async () => {
  await renderScreen('/login?error=Missing%20authentication%20token')
  expect(screen.getByRole('alert').textContent).toBe('Missing authentication token')
})

test('an unknown text in the URL is not shown', async () => {
  await renderScreen('/login?error=Call%20this%20number')
  expect(screen.getByRole('alert').textContent).toBe('Authentication failed')
})

test('the login says why the link of a profile led to it', async () => {
  mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': () => ({ success: true, providers: [] }),
  })
  renderInRouter(<LogInScreen />, { pathname: '/login', state: { from: '/u/kenji' } })
  expect((await screen.findByRole('status')).textContent).toBe(
    'Only people who are logged in can see profiles. Log in to open this one.',
  )
})

test('an admin who tried a social sign-in is led to the admin login', async () => {
  await renderScreen('/login?error=admin-account')
  const link = screen.getByRole('link', { name: 'Go to the admin login' })
  expect(link.getAttribute('href')).toBe('/admin/login')
})

test('the login screen shows the sign-up form with ?signup=true', async () => {
  await renderScreen('/login?signup=true')
  expect(screen.getByRole('heading', { name: 'Join the challenge' })).toBeDefined()
})

test.each([
  ['Full name', '', 'Full name is required'],
  ['Full name', 'M', 'Name too short'],
  ['Full name', 'Maya 2', 'Invalid characters'],
  ['Username (optional)', 'maya-l', 'Only letters, numbers and underscores'],
  ['Email', '', 'Email is required'],
  ['Email', 'maya@example', 'Invalid email format'],
  ['Password', '', 'Password is required'],
  ['Password', 'Ab1!', 'Minimum 8 characters'],
  ['Password', 'abcdefg1!', 'Need at least 1 uppercase'],
  ['Password', 'ABCDEFG1!', 'Need at least 1 lowercase'],
  ['Password', 'Abcdefgh!', 'Need at least 1 number'],
  ['Password', 'Abcdefgh1', 'Need at least 1 symbol'],
  ['Confirm password', 'other', 'Passwords must match'],
])('%s "%s" shows "%s"', async (label, text, message) => {
  await renderScreen('/signup')
  if (text !== '') await type(label, text)
  await blur(label)
  expect(await screen.findByText(message)).toBeDefined()
})

const fillSignUp = async (username: string) => {
  await type('Full name', 'Maya Lindgren')
  if (username !== '') await type('Username (optional)', username)
  await type('Email', 'maya@example.com')
  await type('Password', 'Thirty-days-1')
  await type('Confirm password', 'Thirty-days-1')
  await press('Sign up')
}

test.each([
  ['/login', { emailOrUsername: 'username', password: 'current-password' }],
  [
    '/signup',
    {
      fullName: 'name',
      username: 'username',
      email: 'email',
      password: 'new-password',
      confirmPassword: 'new-password',
    },
  ],
])('browsers and password managers know what each field of %s is for', async (path, fields) => {
  await renderScreen(path)
  expect(autocompletes()).toEqual(fields)
})

test('a sign-up request has neither an empty username nor the repeated password', async () => {
  const requests = await renderScreen('/signup', { 'POST /api/auth/signup': signedIn })
  await fillSignUp('')
  await waitFor(() => expect(useSession.getState().session.kind).toBe('user'))
  expect(sentCommands(requests)[0]?.body).toEqual({
    fullName: 'Maya Lindgren',
    email: 'maya@example.com',
    password: 'Thirty-days-1',
  })
})

const takenText = 'Email or username is already taken'
const note = (label: string) => document.getElementById(`${field(label).id}-note`)?.textContent

test.each([
  { username: 'maya', labels: ['Username (optional)', 'Email'] },
  { username: '', labels: ['Email'] },
])('taken names of a sign-up with the username "$username" are marked at $labels', async (form) => {
  await renderScreen('/signup', {
    'POST /api/auth/signup': () =>
      errorResponse(409, 'name-taken', takenText, {
        email: takenText,
        ...(form.username && { username: takenText }),
      }),
  })
  await fillSignUp(form.username)
  for (const label of form.labels) await waitFor(() => expect(note(label)).toBe(takenText))
  expect(document.activeElement).toBe(field(form.labels[0] ?? ''))
  // One fault: no summary above the form repeats it.
  expect(screen.queryByRole('alert')).toBeNull()
  expect(useSession.getState().session.kind).toBe('visitor')
})

test.each([
  ['Log in', 'Email or username'],
  ['Forgot password?', 'Email'],
])('beside an email that may be taken, "%s" leads on with it', async (link, label) => {
  mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': () => ({ success: true, providers: [] }),
    'POST /api/auth/signup': () => errorResponse(409, 'name-taken', takenText, { email: takenText }),
  })
  const router = createMemoryRouter(
    [
      { path: '/signup', Component: SignUpScreen },
      { path: '/login', Component: LogInScreen },
      { path: '/forgot', Component: ForgotPasswordScreen },
    ],
    { initialEntries: [{ pathname: '/signup', state: { from: '/community' } }] },
  )
  render(<RouterProvider router={router} />)
  expect(screen.queryByRole('link', { name: 'Forgot password?' })).toBeNull()
  await fillSignUp('')
  await screen.findByText(takenText)
  const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: link })
  const wayOn = links.find((one) => one.closest('p')?.textContent.startsWith('Is it your account?'))
  await userEvent.click(wayOn ?? document.body)
  expect(field(label).value).toBe('maya@example.com')
  // The address stays out of the URL, and the page that was requested first is kept.
  expect(router.state.location).toMatchObject({ search: '', state: { from: '/community' } })
})

test('the email that was typed at the login is there on "Forgot password"', async () => {
  mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    'GET /api/auth/providers': () => ({ success: true, providers: [] }),
  })
  const router = createMemoryRouter(
    [
      { path: '/login', Component: LogInScreen },
      { path: '/forgot', Component: ForgotPasswordScreen },
    ],
    { initialEntries: ['/login'] },
  )
  render(<RouterProvider router={router} />)
  await type('Email or username', 'maya@example.com')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  expect(field('Email').value).toBe('maya@example.com')
  await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }))
  await userEvent.clear(field('Email or username'))
  await type('Email or username', 'maya_lindgren')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  expect(field('Email').value).toBe('')
})
