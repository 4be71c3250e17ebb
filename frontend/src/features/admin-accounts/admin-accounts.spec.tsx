// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import { AdminLogInScreen, AdminSignUpScreen } from './admin-account-screens.tsx'

const startAuthentication = vi.hoisted(() => vi.fn<(options: object) => Promise<object>>())
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication }))

const signedIn = (isAdmin: boolean) => ({
  success: true,
  position: '1',
  user: { ...ines, isAdmin, token: 'secret' },
})

const renderScreen = (
  Screen: typeof AdminLogInScreen,
  routes: Record<string, RouteHandler>,
): ReceivedRequest[] => {
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    ...routes,
  })
  renderInRouter(<Screen />)
  return requests
}
const sentCommands = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'POST')
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)

const logIn = async () => {
  await type('Email or username', ' ines_duarte ')
  await type('Password', 'Thirty-days-1')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

const register = async (confirmPassword = 'Thirty-days-1') => {
  await type('Full name', 'Inés Duarte')
  await type('Username', 'ines_duarte')
  await type('Email', 'ines@demo.example')
  await type('Password', 'Thirty-days-1')
  await type('Confirm password', confirmPassword)
  await type('Admin registration key', 'the-key')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
}

test('an admin can log in, and the token is stored apart from that of a participant', async () => {
  const requests = renderScreen(AdminLogInScreen, { 'POST /api/auth/login': () => signedIn(true) })
  await logIn()
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(sentCommands(requests)[0]?.body).toEqual({
    emailOrUsername: 'ines_duarte',
    password: 'Thirty-days-1',
  })
  expect(localStorage.getItem('adminToken')).toBe('secret')
  expect(localStorage.getItem('token')).toBeNull()
})

test('an admin with a second factor logs in with a code, and a participant still cannot', async () => {
  let isAdmin = false
  renderScreen(AdminLogInScreen, {
    'POST /api/auth/login': () => ({
      success: true,
      message: '',
      secondFactor: { token: 'of-the-step', kinds: ['app', 'recovery-code'] },
    }),
    'POST /api/auth/login/second-factor': () => signedIn(isAdmin),
  })
  await logIn()
  expect(await screen.findByRole('heading', { name: 'Confirm your login' })).toBeTruthy()
  await type('Code', '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have admin privileges')
  isAdmin = true
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  await screen.findByRole('heading', { name: 'Confirm your login' })
  await type('Code', '123456{Enter}')
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
})

test('an admin logs in with a passkey alone, where the browser has some', async () => {
  vi.stubGlobal('PublicKeyCredential', function PublicKeyCredential() {})
  const requests = renderScreen(AdminLogInScreen, {
    'POST /api/auth/login/passkey/options': () => ({
      success: true,
      passkey: { ceremony: 'of-the-passkey', options: { challenge: 'x' } },
    }),
    'POST /api/auth/login/passkey': () => signedIn(true),
  })
  startAuthentication.mockResolvedValueOnce({
    id: 'key',
    rawId: 'key',
    response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's', userHandle: 'u' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Log in with a passkey' }))
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(requests.at(-1)?.body).toMatchObject({ ceremony: 'of-the-passkey', response: { id: 'key' } })
  vi.unstubAllGlobals()
})

test('a participant cannot log in here and gets a message', async () => {
  renderScreen(AdminLogInScreen, { 'POST /api/auth/login': () => signedIn(false) })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have admin privileges')
  expect(useSession.getState().session.kind).toBe('visitor')
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test('a wrong password shows the message of the server', async () => {
  renderScreen(AdminLogInScreen, {
    'POST /api/auth/login': () => errorResponse(401, 'wrong-credentials', 'Invalid credentials'),
  })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials')
})

test('a login without a response shows the fixed message', async () => {
  renderScreen(AdminLogInScreen, { 'POST /api/auth/login': networkError })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed. Please try again.')
})

test('an empty login is not sent', async () => {
  const requests = renderScreen(AdminLogInScreen, {})
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Email or username is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(sentCommands(requests)).toEqual([])
})

test('a registration with the key creates an admin', async () => {
  const requests = renderScreen(AdminSignUpScreen, { 'POST /api/auth/admin-signup': () => signedIn(true) })
  await register()
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(sentCommands(requests)[0]?.body).toEqual({
    fullName: 'Inés Duarte',
    username: 'ines_duarte',
    email: 'ines@demo.example',
    password: 'Thirty-days-1',
    adminKey: 'the-key',
  })
})

test('different passwords are reported, and nothing is sent', async () => {
  const requests = renderScreen(AdminSignUpScreen, {})
  await register('Thirty-days-2')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(sentCommands(requests)).toEqual([])
})

test('all fields of the registration are required', async () => {
  const requests = renderScreen(AdminSignUpScreen, {})
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  for (const message of [
    'Full name is required',
    'Username is required',
    'Email is required',
    'Password is required',
    'Admin registration key is required',
  ]) {
    // Once beside the field, once in the summary that links to it.
    expect(screen.getAllByText(message)).toHaveLength(2)
  }
  expect(sentCommands(requests)).toEqual([])
})

test('a registration without a response shows the fixed message', async () => {
  renderScreen(AdminSignUpScreen, { 'POST /api/auth/admin-signup': networkError })
  await register()
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed. Please try again.')
})

test('names that may be taken are marked, with the ways on of admins', async () => {
  const message = 'Email or username is already taken'
  renderScreen(AdminSignUpScreen, {
    'POST /api/auth/admin-signup': () =>
      errorResponse(409, 'name-taken', message, { email: message, username: message }),
  })
  await register()
  expect(await screen.findAllByText(message)).toHaveLength(2)
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Log in')).toBe('/admin/login')
  expect(linkTo('Forgot password?')).toBe('/admin/forgot')
})

test('the admin login has "Forgot password?"', () => {
  renderScreen(AdminLogInScreen, {})
  const link = screen.getByRole('link', { name: 'Forgot password?' })
  expect(link.getAttribute('href')).toBe('/admin/forgot')
})
