// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '../http/http.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { holdChecks, ownUserId, startSession, useSession } from './session.ts'
import { storeSession } from '../storage/session-storage.ts'
import { onUserChange } from '../storage/user-data.ts'

const ines = { ...maya, _id: 'ines', fullName: 'Inés Duarte', isAdmin: true }
const session = () => useSession.getState().session
const check = () => useSession.getState().check()

/** Accepts the tokens of Maya and Inés and refuses all others. */
const verifyKnownTokens: RouteHandler = ({ token }) => {
  if (token === 'of-maya') return meResponse(maya)
  if (token === 'of-ines') return meResponse(ines)
  return errorResponse(401, 'not-signed-in', 'Authentication failed')
}

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ session: { kind: 'checking', area: 'user' } })
})

test('a browser without a stored token is a visitor, without a request', async () => {
  const requests = mockServer({})
  await check()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'never' })
  expect(requests).toHaveLength(0)
})

test('signs a user in with a valid token and stores the user', async () => {
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  localStorage.setItem('token', 'of-maya')
  await check()
  expect(session()).toMatchObject({ kind: 'user', user: { _id: 'maya' }, stats: { rank: 4 } })
  expect(localStorage.getItem('isAuthenticated')).toBe('true')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ fullName: 'Maya Lindgren' })
})

test('tries the admin token when the user token fails, and clears the failed one', async () => {
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  localStorage.setItem('token', 'expired')
  localStorage.setItem('adminToken', 'of-ines')
  await check()
  expect(session()).toMatchObject({ kind: 'admin', user: { _id: 'ines' } })
  expect(localStorage.getItem('token')).toBeNull()
})

test('clears everything when the owner of an admin token is no longer an admin', async () => {
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  storeSession('admin', 'of-maya', maya)
  await check()
  expect(session().kind).toBe('visitor')
  expect(localStorage).toHaveLength(0)
})

test('keeps users signed in during a restart of the server', async () => {
  vi.useFakeTimers()
  let requestCount = 0
  mockServer({
    'GET /api/auth/me': (received, id) => {
      requestCount += 1
      return requestCount < 3 ? errorResponse(503, 'busy', 'Starting') : verifyKnownTokens(received, id)
    },
  })
  localStorage.setItem('token', 'of-maya')
  const pendingCheck = check()
  await vi.runAllTimersAsync()
  await pendingCheck
  vi.useRealTimers()
  expect(session().kind).toBe('user')
})

test.each([
  ['answers 429', () => errorResponse(429, 'too-many', 'Too many requests.')],
  ['is away', networkError],
  ['answers something else', () => ({ success: false })],
] as const)('keeps the token and the last known user while the server %s', async (_, respond) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  mockServer({ 'GET /api/auth/me': respond })
  storeSession('user', 'of-maya', maya)
  const pendingCheck = check()
  await vi.advanceTimersByTimeAsync(6000)
  await pendingCheck
  expect(session()).toMatchObject({ kind: 'user', user: { _id: 'maya' } })
  expect(localStorage.getItem('token')).toBe('of-maya')
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(session()).toMatchObject({ kind: 'user', stats: { rank: 4 } })
})

test('a server that is away does not end an open session', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  mockServer({ 'GET /api/auth/me': networkError })
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  const pendingCheck = check()
  await vi.advanceTimersByTimeAsync(6000)
  await pendingCheck
  expect(session().kind).toBe('user')
})

test('signs in for this page while storage is blocked', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('Blocked', 'SecurityError')
  })
  mockServer({
    'GET /api/auth/me': verifyKnownTokens,
    'POST /api/auth/logout': () => ({ success: true, position: '1' }),
  })
  await check()
  expect(session().kind).toBe('visitor')
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  await check()
  expect(session()).toMatchObject({ kind: 'user', stats: { rank: 4 } })
  useSession.getState().logOut()
})

test('discards what the tab holds for a user when another one signs in, and stored data at logout', () => {
  mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  const clear = vi.fn<() => void>()
  onUserChange(clear)
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  sessionStorage.setItem('thirty-submit-draft', 'Pulse')
  clear.mockClear()
  useSession.getState().logOut()
  expect(clear).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('thirty-submit-draft')).toBeNull()
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  sessionStorage.setItem('thirty-submit-draft', 'Pulse')
  useSession.getState().signIn('admin', { user: { ...ines, token: 'of-ines' } })
  expect(clear).toHaveBeenCalledTimes(2)
  expect(sessionStorage.getItem('thirty-submit-draft')).toBeNull()
})

test('applies changes of the session in another tab', async () => {
  mockServer({ 'GET /api/auth/me': verifyKnownTokens })
  localStorage.setItem('token', 'of-maya')
  const unsubscribe = startSession()
  await vi.waitFor(() => expect(session().kind).toBe('user'))
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await vi.waitFor(() => expect(session()).toEqual({ kind: 'visitor', lastSession: 'ended' }))
  unsubscribe()
})

test('keeps a login that happens during a slow check', async () => {
  mockServer({ 'GET /api/auth/me': () => errorResponse(401, 'not-signed-in', 'Authentication failed') })
  localStorage.setItem('token', 'expired')
  const pendingCheck = check()
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  await pendingCheck
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('replaces an admin session when a user logs in, and clears both on logout', () => {
  mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  storeSession('admin', 'of-ines', ines)
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  expect(localStorage.getItem('adminToken')).toBeNull()
  expect(localStorage.getItem('user')).not.toContain('of-maya')
  useSession.getState().logOut()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'logged-out' })
  expect(localStorage).toHaveLength(0)
})

test('revokes both tokens on the server at logout', async () => {
  const requests = mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  storeSession('user', 'of-maya', maya)
  storeSession('admin', 'of-ines', ines)
  useSession.getState().logOut()
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests.map(({ method, path, token }) => [method, path, token])).toEqual([
    ['POST', '/api/auth/logout', 'of-maya'],
    ['POST', '/api/auth/logout', 'of-ines'],
  ])
})

test.each([
  ['cannot be reached', networkError],
  ['refuses the token', () => errorResponse(401, 'not-signed-in', 'Authentication failed')],
  ['never responds', () => new Promise(() => undefined)],
] as const)('logs out when the server %s', (_behavior, logOutHandler) => {
  mockServer({ 'POST /api/auth/logout': logOutHandler, 'GET /api/auth/me': verifyKnownTokens })
  storeSession('user', 'of-maya', maya)
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  useSession.getState().logOut()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'logged-out' })
  expect(localStorage).toHaveLength(0)
})

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
  const replacement = useSession.getState().replaceToken('user', replace)
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
  const replacement = useSession.getState().replaceToken('user', replace)
  await pendingCheck
  server.finish()
  await replacement
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('next-of-maya')
})

test('keeps the session when the change of the token is refused', async () => {
  signInWithReplaceableToken()
  const rejectChange = () => Promise.reject(new Error('The current password is wrong'))
  await expect(useSession.getState().replaceToken('user', rejectChange)).rejects.toThrow('wrong')
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
  await expect(useSession.getState().replaceToken('user', rejectChange)).rejects.toThrow(
    'Authentication failed',
  )
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
