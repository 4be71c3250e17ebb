// @vitest-environment happy-dom
import type { OwnSession } from '@thirty/contracts/accounts/sessions-api.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorResponse, mockServer, networkError } from '../../../../testing/mock-server.ts'
import { maya } from '../../../../testing/participant-fixtures.ts'
import { storedToken } from '../../../shared/storage/browser-storage.ts'
import { useSession } from '../../../shared/session/session.ts'
import { SessionsSection } from './account-sections.tsx'

const here: OwnSession = {
  id: 'here',
  current: true,
  browser: 'Firefox',
  system: 'Windows',
  since: '2025-11-18T10:00:00.000Z',
  lastSeenAt: '2025-11-20T10:00:00.000Z',
}
const phone: OwnSession = { ...here, id: 'phone', current: false, browser: 'Safari', system: 'iOS' }
const unknown: OwnSession = { ...here, id: 'unknown', current: false, browser: null, system: null }
const done = { success: true, message: '', position: '7' }
const answer = (sessions: OwnSession[]) => ({ 'GET /api/auth/sessions': () => ({ success: true, sessions }) })

beforeEach(() => {
  localStorage.setItem('token', 'of-maya')
  useSession.setState({ session: { kind: 'user', user: maya } })
})

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Your sessions' })).findAllByRole('listitem')
/** Presses a button and the one of the same meaning in its question. */
async function pressAndConfirm(button: string, question: string, confirm = button) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('alertdialog', { name: question }))
  await userEvent.click(dialog.getByRole('button', { name: confirm }))
}

test('says that the sessions are loading', () => {
  mockServer({ 'GET /api/auth/sessions': () => new Promise(() => undefined) })
  render(<SessionsSection />)
  expect(screen.getByText('Loading your sessions')).toBeTruthy()
})

test('sessions that cannot be loaded can be requested again, and the others can still be ended', async () => {
  mockServer({ 'GET /api/auth/sessions': networkError })
  render(<SessionsSection />)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Log out all other sessions' })).toBeTruthy()
  mockServer(answer([here]))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rows()).toHaveLength(1)
})

test('shows the devices, marks this browser, and offers to log out the others', async () => {
  mockServer(answer([here, phone, unknown]))
  render(<SessionsSection />)
  const [own, other, last] = await rows()
  expect(own?.textContent).toMatch(
    /Firefox on Windows.*This browser.*Last seen.*Logged in since Nov 18, 2025/,
  )
  expect(within(own ?? document.body).queryByRole('button', { name: /Log out/ })).toBeNull()
  expect(other?.textContent).toMatch(/Safari on iOS/)
  expect(last?.textContent).toMatch(/Unknown device/)
  expect(screen.queryByText(/No other active sessions/)).toBeNull()
})

test('says that there is no other session', async () => {
  mockServer(answer([here]))
  render(<SessionsSection />)
  expect(await screen.findByText('No other active sessions.')).toBeTruthy()
})

test('a session ends after a confirmation, and leaves the list', async () => {
  const requests = mockServer({ ...answer([here, phone]), 'DELETE /api/auth/sessions/:id': () => done })
  render(<SessionsSection />)
  await pressAndConfirm('Log out Safari on iOS', 'Log out Safari on iOS?', 'Log out')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/auth/sessions/phone' })
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Where you are logged in/))
})

test('a session that could not be ended stays, and says why', async () => {
  mockServer({
    ...answer([here, phone]),
    'DELETE /api/auth/sessions/:id': () =>
      errorResponse(404, 'session-not-found', 'This session has already ended.'),
  })
  render(<SessionsSection />)
  await pressAndConfirm('Log out Safari on iOS', 'Log out Safari on iOS?', 'Log out')
  expect(await screen.findByText('This session has already ended.')).toBeTruthy()
})

test('after all others have ended, this browser continues with its new token', async () => {
  const requests = mockServer({
    'GET /api/auth/sessions': ({ token }) => ({
      success: true,
      sessions: token === 'next-of-maya' ? [{ ...here, id: 'next' }] : [here, phone],
    }),
    'POST /api/auth/sessions/end-others': () => ({ ...done, token: 'next-of-maya' }),
  })
  render(<SessionsSection />)
  await rows()
  await pressAndConfirm('Log out all other sessions', 'Log out all other sessions?')
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(storedToken('user')).toBe('next-of-maya')
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ method: 'GET', token: 'next-of-maya' }))
})
