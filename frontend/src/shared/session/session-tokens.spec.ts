// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '../http/http.ts'
import { mockServer, errorResponse } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { check, ines, resetSession, session, verifyKnownTokens } from '../../../testing/session.ts'
import { holdChecks, ownUserId, startSession, useSession } from './session.ts'
import { storeSession } from '../storage/browser-storage.ts'
import { onUserChange } from '../storage/user-change.ts'

beforeEach(resetSession)

/** Signs Maya in. `replace` makes a new token valid at once, but resolves to it only when `server.finish` is called. */
function signInWithReplaceableToken() {
  const server = { validToken: 'of-maya', finish: () => undefined as void }
  mockServer({
    'GET /api/auth/me': ({ token }) =>
      token === server.validToken
        ? meResponse(maya)
        : errorResponse(401, 'not-signed-in', 'Authentication failed'),
  })
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  const replace = () =>
    new Promise<{ token: string }>((resolve) => {
      server.validToken = 'next-of-maya'
      server.finish = () => resolve({ token: 'next-of-maya' })
    })
  return { server, replace }
}

test('keeps the user signed in when the socket disconnects before the new token arrives', async () => {
  const { server, replace } = signInWithReplaceableToken()
  const replacement = useSession.getState().replaceToken(replace)
  const checks = [check(), check()]
  // Responses arrive in the order of the requests, so a check of the old token would be finished after these.
  for (let count = 0; count < 5; count += 1) await request('GET', '/api/auth/me', { token: 'next-of-maya' })
  expect(session().kind).toBe('user')
  server.finish()
  expect(await replacement).toEqual({ token: 'next-of-maya' })
  await Promise.all(checks)
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('next-of-maya')
})

test('keeps the user signed in when the token changes during a check', async () => {
  const { server, replace } = signInWithReplaceableToken()
  server.validToken = 'next-of-maya'
  const pendingCheck = check()
  const replacement = useSession.getState().replaceToken(replace)
  await pendingCheck
  server.finish()
  await replacement
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('next-of-maya')
})

test('keeps the session when the change of the token is refused', async () => {
  signInWithReplaceableToken()
  const rejectChange = () => Promise.reject(new Error('The current password is wrong'))
  await expect(useSession.getState().replaceToken(rejectChange)).rejects.toThrow('wrong')
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('ends a session that another browser ended during a change of the token', async () => {
  const { server } = signInWithReplaceableToken()
  server.validToken = 'of-another-browser'
  let pendingCheck = Promise.resolve()
  const rejectChange = async () => {
    await request('GET', '/api/auth/me', { token: 'of-another-browser' })
    pendingCheck = check()
    throw new Error('Authentication failed')
  }
  await expect(useSession.getState().replaceToken(rejectChange)).rejects.toThrow('Authentication failed')
  await pendingCheck
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'ended' })
  for (const key of ['token', 'user', 'isAuthenticated']) expect(localStorage.getItem(key)).toBeNull()
})

test('keeps a token that another tab stored while ours was refused', async () => {
  let requestCount = 0
  mockServer({
    'GET /api/auth/me': (received, id) => {
      requestCount += 1
      if (requestCount === 1) localStorage.setItem('token', 'of-maya')
      return verifyKnownTokens(received, id)
    },
  })
  localStorage.setItem('token', 'ended')
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('while a stored token is checked, its user is known, and a logout discards what was loaded for that user', () => {
  mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  storeSession('user', 'of-maya', maya)
  expect(ownUserId()).toBe('maya')
  const discard = vi.fn<() => void>()
  onUserChange(discard)
  useSession.getState().logOut()
  expect(discard).toHaveBeenCalledOnce()
  expect(ownUserId()).toBeUndefined()
})

test('a page starts with the owner of the stored token and knows an admin who waits for approval, but no role', async () => {
  storeSession('admin', 'of-ines', { ...ines, role: 'viewer', status: 'pending' })
  vi.resetModules()
  const page = await import('./session.ts')
  expect(page.useSession.getInitialState().session).toEqual({
    kind: 'checking',
    area: 'admin',
    personId: 'ines',
    isPending: true,
  })
})

test('the last known role of an admin counts while the stored token is checked', async () => {
  mockServer({ 'GET /api/auth/me': () => meResponse({ ...ines, role: 'reviewer' }) })
  storeSession('admin', 'of-ines', { ...ines, role: 'viewer' })
  useSession.setState({ session: { kind: 'checking', area: 'admin', personId: 'ines' } })
  onTestFinished(startSession())
  expect(session()).toMatchObject({ kind: 'checking', role: 'viewer' })
  await vi.waitFor(() => expect(session()).toMatchObject({ kind: 'admin', user: { role: 'reviewer' } }))
})

test('discards what was loaded with the stored token if another tab has replaced it with that of somebody else', async () => {
  const discard = vi.fn<() => void>()
  onUserChange(discard)
  storeSession('user', 'of-maya', maya)
  useSession.setState({ session: { kind: 'checking', area: 'user', personId: 'maya' } })
  mockServer({
    'GET /api/auth/me': ({ token }) => meResponse(token === 'of-maya' ? maya : { ...maya, _id: 'yuki' }),
  })
  const slowCheck = check()
  storeSession('user', 'of-yuki', { ...maya, _id: 'yuki' })
  await Promise.all([slowCheck, check()])
  expect(session()).toMatchObject({ kind: 'user', user: { _id: 'yuki' } })
  expect(discard).toHaveBeenCalledOnce()
})

test('keeps what was loaded with the stored token if it is confirmed', async () => {
  const discard = vi.fn<() => void>()
  onUserChange(discard)
  storeSession('user', 'of-maya', maya)
  useSession.setState({ session: { kind: 'checking', area: 'user', personId: 'maya' } })
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  await check()
  expect(session().kind).toBe('user')
  expect(discard).not.toHaveBeenCalled()
})

test('a check waits while a screen shows something only once', async () => {
  const requests = mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  const before = requests.length
  const [first, second] = [holdChecks(), holdChecks()]
  const checks = [check(), check()]
  first()
  await request('GET', '/api/auth/me', { token: 'of-maya' })
  expect(requests.length).toBe(before + 1)
  second()
  await Promise.all(checks)
  expect(requests.length).toBeGreaterThan(before + 1)
  expect(session().kind).toBe('user')
})
