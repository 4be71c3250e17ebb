// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from '../../shared/navigation/router.ts'
import { beforeEach, expect, test } from 'vitest'
import { mockServer, errorResponse, type RouteHandler } from '../../../testing/mock-server.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { UnsubscribeScreen } from './unsubscribe-screen.tsx'

const renderScreen = async (path: string, routes: Record<string, RouteHandler> = {}) => {
  window.history.replaceState(null, '', path)
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    ...routes,
  })
  await act(async () =>
    render(
      <MemoryRouter initialEntries={[path]}>
        {path.startsWith('/unsubscribe') ? <UnsubscribeScreen /> : <ConfirmEmailScreen />}
      </MemoryRouter>,
    ),
  )
  return () => requests.filter(({ method }) => method === 'POST')
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => window.history.replaceState(null, '', '/'))

test('opening a confirmation link sends nothing; the button confirms the address', async () => {
  const commands = await renderScreen('/confirm-email?token=of-the-mail', {
    'POST /api/auth/confirm-email': () => ({ success: true, position: '1' }),
  })
  expect(window.location.href).not.toContain('of-the-mail')
  expect(await heading('Confirm your email')).toBeDefined()
  expect(commands()).toEqual([])
  await press('Confirm email')
  expect(await heading('Your email is confirmed')).toBeDefined()
  expect(commands().map(({ body }) => body)).toEqual([{ token: 'of-the-mail' }])
  expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/dashboard')
})

test('a used confirmation link leads to where a new one can be requested', async () => {
  await renderScreen('/confirm-email?token=old', {
    'POST /api/auth/confirm-email': () =>
      errorResponse(422, 'link-over', 'This link was already used or has expired.'),
  })
  await press('Confirm email')
  expect(await heading('This link no longer works')).toBeDefined()
  expect(screen.getByRole('status').textContent).toContain('This link was already used')
  const link = screen.getByRole('link', { name: 'Request a new link on the dashboard' })
  expect(link.getAttribute('href')).toBe('/dashboard')
})

test('opening an unsubscribe link sends nothing; the button unsubscribes without a login', async () => {
  const commands = await renderScreen('/unsubscribe?token=of-the-mail', {
    'POST /api/reminders/unsubscribe': () => ({ success: true, position: '1' }),
  })
  expect(window.location.href).not.toContain('of-the-mail')
  expect(await heading('Stop email reminders?')).toBeDefined()
  expect(commands()).toEqual([])
  await press('Unsubscribe')
  expect(await heading('You are unsubscribed')).toBeDefined()
  expect(commands().map(({ path, query }) => [path, query.get('token')])).toEqual([
    ['/api/reminders/unsubscribe', 'of-the-mail'],
  ])
})

test('a failed request can be repeated', async () => {
  let respond: RouteHandler = () => errorResponse(503, 'storage-unavailable', 'Please try again later.')
  await renderScreen('/unsubscribe?token=of-the-mail', {
    'POST /api/reminders/unsubscribe': (request, id) => respond(request, id),
  })
  await press('Unsubscribe')
  expect((await screen.findByRole('alert')).textContent).toBe('Please try again later.')
  respond = () => ({ success: true, position: '1' })
  await press('Unsubscribe')
  expect(await heading('You are unsubscribed')).toBeDefined()
})

test.each(['/confirm-email', '/unsubscribe'])(
  '%s without a token is reported as incomplete',
  async (path) => {
    await renderScreen(path)
    expect(await heading('This link is incomplete')).toBeDefined()
  },
)
