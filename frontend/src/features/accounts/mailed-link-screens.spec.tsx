// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockServer, errorResponse, type RouteHandler } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { renderInRouter } from '../../../testing/render-in-router.tsx'
import { useSession } from '../../shared/session/session.ts'
import { ConfirmEmailScreen, UnsubscribeScreen } from './mailed-link-screens.tsx'

const renderScreen = async (path: string, routes: Record<string, RouteHandler> = {}) => {
  window.history.replaceState(null, '', path)
  const requests = mockServer({
    'GET /api/leaderboard/showcase': () => ({ success: true, day: 19 }),
    ...routes,
  })
  await act(async () =>
    renderInRouter(path.startsWith('/unsubscribe') ? <UnsubscribeScreen /> : <ConfirmEmailScreen />, path),
  )
  return () => requests.filter(({ method }) => method === 'POST')
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => window.history.replaceState(null, '', '/'))

test.each([
  ['/confirm-email', 'confirm-email', 'Confirm your email', 'Confirm email', 'Your email is confirmed'],
  ['/unsubscribe', 'unsubscribe', 'Stop email reminders?', 'Unsubscribe', 'You are unsubscribed'],
])('opening a link to %s sends nothing before its button is pressed', async (path, command, ...texts) => {
  const [question, button, done] = texts
  const commands = await renderScreen(`${path}?token=of-the-mail`, {
    [`POST /api/${command === 'unsubscribe' ? 'reminders' : 'auth'}/${command}`]: () => ({
      success: true,
      position: '1',
    }),
  })
  expect(window.location.href).not.toContain('of-the-mail')
  expect(await heading(question)).toBeDefined()
  expect(commands()).toEqual([])
  await press(button)
  expect(await heading(done)).toBeDefined()
  expect(commands().map(({ body, query }) => [body, query.get('token')])).toEqual([
    command === 'unsubscribe' ? [undefined, 'of-the-mail'] : [{ token: 'of-the-mail' }, null],
  ])
})

test('a signed-in user knows at once that the address is confirmed', async () => {
  localStorage.setItem('token', 'of-maya')
  useSession.setState({ session: { kind: 'user', user: { ...maya, emailConfirmed: false } } })
  await renderScreen('/confirm-email?token=of-the-mail', {
    'POST /api/auth/confirm-email': () => ({ success: true, position: '1' }),
    'GET /api/auth/me': () => meResponse({ ...maya, emailConfirmed: true }),
  })
  await press('Confirm email')
  await waitFor(() =>
    expect(useSession.getState().session).toMatchObject({ kind: 'user', user: { emailConfirmed: true } }),
  )
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
