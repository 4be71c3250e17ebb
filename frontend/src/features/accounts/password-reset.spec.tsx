// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import {
  mockServer,
  errorResponse,
  type RouteHandler,
  type ReceivedRequest,
} from '../../../testing/mock-server.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import {
  AdminForgotPasswordScreen,
  ForgotPasswordScreen,
  ResetPasswordScreen,
} from './mailed-link-screens.tsx'

const renderScreen = async (
  path: string,
  routes: Record<string, RouteHandler> = {},
): Promise<ReceivedRequest[]> => {
  window.history.replaceState(null, '', path)
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    ...routes,
  })
  await act(async () =>
    renderInRouter(path.startsWith('/forgot') ? <ForgotPasswordScreen /> : <ResetPasswordScreen />, path),
  )
  return requests
}
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sentCommands = (requests: ReceivedRequest[]) => requests.filter(({ method }) => method === 'POST')

beforeEach(() => window.history.replaceState(null, '', '/'))

test('an email address is required, and the confirmation of the server is shown', async () => {
  const message = 'If there is an account with this address, a mail is on its way.'
  const requests = await renderScreen('/forgot', {
    'POST /api/auth/forgot-password': () => ({ success: true, message }),
  })
  await press('Send link')
  expect(await screen.findByText('Email is required')).toBeDefined()
  expect(sentCommands(requests)).toHaveLength(0)
  await type('Email', ' maya@example.org ')
  await press('Send link')
  expect((await screen.findByRole('status')).textContent).toBe(message)
  expect(sentCommands(requests)[0]?.body).toEqual({ email: 'maya@example.org' })
  expect(screen.getByRole('button', { name: 'Send again' })).toBeDefined()
})

test('the token of the link is sent with the new password and removed from the URL', async () => {
  const requests = await renderScreen('/reset-password?token=of-the-mail', {
    'POST /api/auth/reset-password': () => ({ success: true, position: '1', isAdmin: false }),
  })
  expect(window.location.href).not.toContain('of-the-mail')
  await type('Password', 'Sunny-day-8')
  await type('Confirm password', 'Sunny-day-9')
  await press('Set password')
  expect(screen.getByText('Passwords must match')).toBeDefined()
  expect(sentCommands(requests)).toHaveLength(0)
  await userEvent.clear(screen.getByLabelText('Confirm password'))
  await type('Confirm password', 'Sunny-day-8')
  await press('Set password')
  expect(await screen.findByRole('heading', { name: 'Your password is set' })).toBeDefined()
  expect(sentCommands(requests)[0]?.body).toEqual({ token: 'of-the-mail', password: 'Sunny-day-8' })
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
})

test('an expired link offers a new one; a common password is rejected beside its field', async () => {
  let respond: RouteHandler = () => errorResponse(422, 'reset-link-over', 'This link is no longer valid.')
  await renderScreen('/reset-password?token=old', {
    'POST /api/auth/reset-password': (request, params) => respond(request, params),
  })
  await type('Password', 'Sunny-day-8')
  await type('Confirm password', 'Sunny-day-8')
  await press('Set password')
  expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot')
  const message = 'This password is too common'
  respond = () => errorResponse(422, 'invalid-fields', message, { password: message })
  await press('Set password')
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
})

test('a link without a token is reported as incomplete', async () => {
  await renderScreen('/reset-password')
  expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeDefined()
})

test('the reset of an admin leads back to the admin login', async () => {
  await renderScreen('/reset-password?token=of-the-mail', {
    'POST /api/auth/reset-password': () => ({ success: true, position: '1', isAdmin: true }),
  })
  await type('Password', 'Sunny-day-8')
  await type('Confirm password', 'Sunny-day-8')
  await press('Set password')
  const link = await screen.findByRole('link', { name: 'Log in' })
  expect(link.getAttribute('href')).toBe('/admin/login')
})

test('the screen for admins leads back to the admin login', async () => {
  mockServer({ 'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }) })
  await act(async () => renderInRouter(<AdminForgotPasswordScreen />))
  expect(screen.getByRole('link', { name: 'Back to log in' }).getAttribute('href')).toBe('/admin/login')
})
