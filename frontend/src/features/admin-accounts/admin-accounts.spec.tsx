// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { ines } from '../../../testing/admin-fixtures.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler, ReceivedRequest } from '../../../testing/mock-server.ts'
import { useSession } from '../../shared/session/session.ts'
import { AdminLoginScreen } from './admin-login-screen.tsx'
import { AdminSignUpScreen } from './admin-sign-up-screen.tsx'

const signedIn = (isAdmin: boolean) => ({
  success: true,
  position: '1',
  user: { ...ines, isAdmin, token: 'secret' },
})

const show = (screenOf: typeof AdminLoginScreen, routes: Record<string, RouteHandler>): ReceivedRequest[] => {
  const calls = mockServer({ 'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }), ...routes })
  const Shown = screenOf
  render(
    <MemoryRouter>
      <Shown />
    </MemoryRouter>,
  )
  return calls
}
const sent = (calls: ReceivedRequest[]) => calls.filter(({ method }) => method === 'POST')
const type = (label: string, words: string) => userEvent.type(screen.getByLabelText(label), words)

const logIn = async () => {
  await type('Email or username', ' ines_duarte ')
  await type('Password', 'Thirty-days-1')
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
}

const register = async (repeated = 'Thirty-days-1') => {
  await type('Full name', 'Inés Duarte')
  await type('Username', 'ines_duarte')
  await type('Email', 'ines@demo.example')
  await type('Password', 'Thirty-days-1')
  await type('Confirm password', repeated)
  await type('Admin registration key', 'the-key')
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
}

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ session: { kind: 'visitor', lastSession: 'never' } })
})

test('an admin is let in, and the token is kept apart from that of a user', async () => {
  const calls = show(AdminLoginScreen, { 'POST /api/auth/login': () => signedIn(true) })
  await logIn()
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(sent(calls)[0]?.body).toEqual({ emailOrUsername: 'ines_duarte', password: 'Thirty-days-1' })
  expect(localStorage.getItem('adminToken')).toBe('secret')
  expect(localStorage.getItem('token')).toBeNull()
})

test('somebody who is no admin is told so and stays signed out', async () => {
  show(AdminLoginScreen, { 'POST /api/auth/login': () => signedIn(false) })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('You do not have admin privileges')
  expect(useSession.getState().session.kind).toBe('visitor')
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test('a wrong password is answered in the words of the server', async () => {
  show(AdminLoginScreen, {
    'POST /api/auth/login': () => errorResponse(401, 'wrong-credentials', 'Invalid credentials'),
  })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Invalid credentials')
})

test('without an answer the log-in fails in the fixed words', async () => {
  show(AdminLoginScreen, { 'POST /api/auth/login': networkError })
  await logIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed. Please try again.')
})

test('an empty log-in is not sent', async () => {
  const calls = show(AdminLoginScreen, {})
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Email or username is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(sent(calls)).toEqual([])
})

test('a registration with the key makes an admin', async () => {
  const calls = show(AdminSignUpScreen, { 'POST /api/auth/admin-signup': () => signedIn(true) })
  await register()
  await waitFor(() => expect(useSession.getState().session.kind).toBe('admin'))
  expect(sent(calls)[0]?.body).toEqual({
    fullName: 'Inés Duarte',
    username: 'ines_duarte',
    email: 'ines@demo.example',
    password: 'Thirty-days-1',
    adminKey: 'the-key',
  })
})

test('two different passwords do not match, and nothing is sent', async () => {
  const calls = show(AdminSignUpScreen, {})
  await register('Thirty-days-2')
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(sent(calls)).toEqual([])
})

test('all fields of the registration are required', async () => {
  const calls = show(AdminSignUpScreen, {})
  await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  for (const words of [
    'Full name is required',
    'Username is required',
    'Email is required',
    'Password is required',
    'Admin registration key is required',
  ]) {
    // Once beside the field, once in the summary that leads to it.
    expect(screen.getAllByText(words)).toHaveLength(2)
  }
  expect(sent(calls)).toEqual([])
})

test('a registration without an answer fails in the fixed words', async () => {
  show(AdminSignUpScreen, { 'POST /api/auth/admin-signup': networkError })
  await register()
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed. Please try again.')
})
