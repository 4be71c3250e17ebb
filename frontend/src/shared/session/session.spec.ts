// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { request } from '../http/http.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'
import type { RouteHandler } from '../../../testing/mock-server.ts'
import { maya, meResponse } from '../../../testing/participant-fixtures.ts'
import { startSession, useSession } from './session.ts'
import { storeSession } from './session-storage.ts'

const ines = { ...maya, _id: 'ines', fullName: 'Inés Duarte', isAdmin: true }
const session = () => useSession.getState().session
const check = () => useSession.getState().check()

/** A server that knows two tokens. */
const knowing: RouteHandler = ({ token }) => {
  if (token === 'of-maya') return meResponse(maya)
  if (token === 'of-ines') return meResponse(ines)
  return errorResponse(401, 'not-signed-in', 'Authentication failed')
}

beforeEach(() => {
  localStorage.clear()
  useSession.setState({ session: { kind: 'checking' } })
})

test('makes a browser without a stored token a visitor without a request', async () => {
  const calls = mockServer({})
  await check()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'never' })
  expect(calls).toHaveLength(0)
})

test('signs a user in with a valid token and stores the user', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'of-maya')
  await check()
  expect(session()).toMatchObject({ kind: 'user', user: { _id: 'maya' }, stats: { rank: 4 } })
  expect(localStorage.getItem('isAuthenticated')).toBe('true')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ fullName: 'Maya Lindgren' })
})

test('tries the admin token when the user token fails, and clears the failed one', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'expired')
  localStorage.setItem('adminToken', 'of-ines')
  await check()
  expect(session()).toMatchObject({ kind: 'admin', user: { _id: 'ines' } })
  expect(localStorage.getItem('token')).toBeNull()
})

test('clears everything when the owner of an admin token is no longer an admin', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  storeSession('admin', 'of-maya', maya)
  await check()
  expect(session().kind).toBe('visitor')
  expect(localStorage).toHaveLength(0)
})

test('keeps users signed in during a restart of the server', async () => {
  vi.useFakeTimers()
  let asked = 0
  mockServer({
    'GET /api/auth/me': (call, id) => {
      asked += 1
      return asked < 3 ? errorResponse(503, 'busy', 'Starting') : knowing(call, id)
    },
  })
  localStorage.setItem('token', 'of-maya')
  const checked = check()
  await vi.runAllTimersAsync()
  await checked
  vi.useRealTimers()
  expect(session().kind).toBe('user')
})

test('follows changes of the session in another tab', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'of-maya')
  const stop = startSession()
  await vi.waitFor(() => expect(session().kind).toBe('user'))
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await vi.waitFor(() => expect(session()).toEqual({ kind: 'visitor', lastSession: 'ended' }))
  stop()
})

test('keeps a login that overtakes a slow check', async () => {
  mockServer({ 'GET /api/auth/me': () => errorResponse(401, 'not-signed-in', 'Authentication failed') })
  localStorage.setItem('token', 'expired')
  const checked = check()
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  await checked
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
  const calls = mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  storeSession('user', 'of-maya', maya)
  storeSession('admin', 'of-ines', ines)
  useSession.getState().logOut()
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  expect(calls.map(({ method, path, token }) => [method, path, token])).toEqual([
    ['POST', '/api/auth/logout', 'of-maya'],
    ['POST', '/api/auth/logout', 'of-ines'],
  ])
})

test.each([
  ['cannot be reached', networkError],
  ['refuses', () => errorResponse(401, 'not-signed-in', 'Authentication failed')],
  ['never answers', () => new Promise(() => undefined)],
] as const)('logs out when the server %s', (_what, answer) => {
  mockServer({ 'POST /api/auth/logout': answer, 'GET /api/auth/me': knowing })
  storeSession('user', 'of-maya', maya)
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  useSession.getState().logOut()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'logged-out' })
  expect(localStorage).toHaveLength(0)
})

/** Somebody is signed in with a token that the server exchanges when it is told to. */
function changing() {
  const server = { good: 'of-maya', finish: () => undefined as void }
  mockServer({
    'GET /api/auth/me': ({ token }) =>
      token === server.good ? meResponse(maya) : errorResponse(401, 'not-signed-in', 'Authentication failed'),
  })
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  const change = () =>
    new Promise<{ token: string }>((resolve) => {
      server.good = 'next-of-maya'
      server.finish = () => resolve({ token: 'next-of-maya' })
    })
  return { server, change }
}

test('keeps the user signed in when the socket disconnects before the new token arrives', async () => {
  const { server, change } = changing()
  const renewed = useSession.getState().replaceToken('user', change)
  const checks = [check(), check()]
  // What is asked later is answered later: by now a check of the old token would have ended.
  for (let asked = 0; asked < 5; asked += 1) await request('GET', '/api/auth/me', { token: 'next-of-maya' })
  expect(session().kind).toBe('user')
  server.finish()
  expect(await renewed).toEqual({ token: 'next-of-maya' })
  await Promise.all(checks)
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('next-of-maya')
})

test('keeps the user signed in when the token changes during a check', async () => {
  const { server, change } = changing()
  server.good = 'next-of-maya'
  const checked = check()
  const renewed = useSession.getState().replaceToken('user', change)
  await checked
  server.finish()
  await renewed
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('next-of-maya')
})

test('keeps the session when the change of the token is refused', async () => {
  changing()
  const refused = () => Promise.reject(new Error('The current password is wrong'))
  await expect(useSession.getState().replaceToken('user', refused)).rejects.toThrow('wrong')
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('ends a session that was ended elsewhere during a change of the token', async () => {
  const { server } = changing()
  server.good = 'of-another-browser'
  let isChecked = Promise.resolve()
  const refused = async () => {
    await request('GET', '/api/auth/me', { token: 'of-another-browser' })
    isChecked = check()
    throw new Error('Authentication failed')
  }
  await expect(useSession.getState().replaceToken('user', refused)).rejects.toThrow('Authentication failed')
  await isChecked
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'ended' })
  expect(localStorage).toHaveLength(0)
})

test('keeps a token that another tab stored while ours was refused', async () => {
  let asked = 0
  mockServer({
    'GET /api/auth/me': (call, id) => {
      asked += 1
      if (asked === 1) localStorage.setItem('token', 'of-maya')
      return knowing(call, id)
    },
  })
  localStorage.setItem('token', 'ended')
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})
