// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { request } from '../http/http.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import { maya } from '../../../testing/participant-fixtures.ts'
import { check, ines, resetSession, session, verifyKnownTokens } from '../../../testing/session.ts'
import { startSession, useSession } from './session.ts'
import { storeSession } from '../storage/browser-storage.ts'
import { onUserChange } from '../storage/user-change.ts'

beforeEach(resetSession)

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

test('requests of an admin carry their token, and that of a participant only once another tab has replaced the session', async () => {
  const requests = mockServer({
    'GET /api/auth/me': verifyKnownTokens,
    'GET /api/admin/team': () => ({ success: true }),
  })
  // A check that finds a refused token of a participant beside it.
  localStorage.setItem('token', 'expired')
  storeSession('admin', 'of-ines', ines)
  onTestFinished(startSession())
  await vi.waitFor(() => expect(session().kind).toBe('admin'))
  const tokenOfRequest = async () => {
    await request('GET', '/api/admin/team')
    return requests.at(-1)?.token
  }
  expect(await tokenOfRequest()).toBe('of-ines')
  // What the other tab does when it stores a login.
  localStorage.clear()
  storeSession('user', 'of-maya', maya)
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  await vi.waitFor(() => expect(session().kind).toBe('user'))
  expect(await tokenOfRequest()).toBe('of-maya')
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

test('somebody else who logs in in another tab replaces the user of this one at once, also while the server is away', async () => {
  vi.useFakeTimers()
  mockServer({ 'GET /api/auth/me': networkError })
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  sessionStorage.setItem('thirty-submit-draft', 'Pulse')
  const clear = vi.fn<() => void>()
  onUserChange(clear)
  localStorage.clear()
  storeSession('admin', 'of-ines', ines)
  const pendingCheck = check()
  expect(session()).toEqual({ kind: 'admin', user: ines })
  expect(clear).toHaveBeenCalledOnce()
  expect(sessionStorage.getItem('thirty-submit-draft')).toBeNull()
  await vi.advanceTimersByTimeAsync(6000)
  await pendingCheck
  expect(session()).toEqual({ kind: 'admin', user: ines })
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
