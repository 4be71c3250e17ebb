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

test('without a stored token nobody is signed in, and the server is not asked', async () => {
  const calls = mockServer({})
  await check()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'never' })
  expect(calls).toHaveLength(0)
})

test('a good user token makes a user and keeps the record', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'of-maya')
  await check()
  expect(session()).toMatchObject({ kind: 'user', user: { _id: 'maya' }, stats: { rank: 4 } })
  expect(localStorage.getItem('isAuthenticated')).toBe('true')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ fullName: 'Maya Lindgren' })
})

test('when the user token fails the admin token is tried, and the failed one is forgotten', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'expired')
  localStorage.setItem('adminToken', 'of-ines')
  await check()
  expect(session()).toMatchObject({ kind: 'admin', user: { _id: 'ines' } })
  expect(localStorage.getItem('token')).toBeNull()
})

test('an admin token of somebody who is no admin any more clears everything', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  storeSession('admin', 'of-maya', maya)
  await check()
  expect(session().kind).toBe('visitor')
  expect(localStorage).toHaveLength(0)
})

test('a restart of the server logs nobody out', async () => {
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

test('what another tab does to the session is seen here', async () => {
  mockServer({ 'GET /api/auth/me': knowing })
  localStorage.setItem('token', 'of-maya')
  const stop = startSession()
  await vi.waitFor(() => expect(session().kind).toBe('user'))
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await vi.waitFor(() => expect(session()).toEqual({ kind: 'visitor', lastSession: 'ended' }))
  stop()
})

test('a log-in that overtakes a slow check is not undone by it', async () => {
  mockServer({ 'GET /api/auth/me': () => errorResponse(401, 'not-signed-in', 'Authentication failed') })
  localStorage.setItem('token', 'expired')
  const checked = check()
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  await checked
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('a user who logs in takes the place of an admin, and logging out forgets both', () => {
  mockServer({ 'POST /api/auth/logout': () => ({ success: true, position: '1' }) })
  storeSession('admin', 'of-ines', ines)
  useSession.getState().signIn('user', { user: { ...maya, token: 'of-maya' } })
  expect(localStorage.getItem('adminToken')).toBeNull()
  expect(localStorage.getItem('user')).not.toContain('of-maya')
  useSession.getState().logOut()
  expect(session()).toEqual({ kind: 'visitor', lastSession: 'logged-out' })
  expect(localStorage).toHaveLength(0)
})

test('logging out gives both tokens back to the server, by name and not by what is stored', async () => {
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
] as const)('a server that %s does not keep anybody signed in', (_what, answer) => {
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

test('the line is cut before the new token is here, and nobody is signed out by that', async () => {
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

test('a check that was under way when the token changed signs nobody out', async () => {
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

test('a change that is refused leaves the session as it was', async () => {
  changing()
  const refused = () => Promise.reject(new Error('The current password is wrong'))
  await expect(useSession.getState().replaceToken('user', refused)).rejects.toThrow('wrong')
  await check()
  expect(session().kind).toBe('user')
  expect(localStorage.getItem('token')).toBe('of-maya')
})

test('a session that has ended elsewhere is over, also when that shows while the token is to change', async () => {
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

test('a token that another tab got while ours was refused is not thrown away', async () => {
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
