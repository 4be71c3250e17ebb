// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { get, onTokenRefused, send } from './http.ts'
import { RequestFailed, errorMessage } from './request-failed.ts'
import { mockServer, errorResponse, networkError } from '../../../testing/mock-server.ts'

beforeEach(() => localStorage.clear())

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

test('each half of the product sends its own token', async () => {
  localStorage.setItem('token', 'of-maya')
  localStorage.setItem('adminToken', 'of-ines')
  const calls = mockServer({ 'GET /api/thing': () => ({ success: true }) })
  await get('/api/thing')
  await get('/api/thing', { area: 'admin' })
  await get('/api/thing', { area: 'none' })
  expect(calls.map((call) => call.token)).toEqual(['of-maya', 'of-ines', undefined])
})

test('a refusal comes with its words and the messages of its fields', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { success: false, code: 'name-taken', message: 'Taken', errors: { email: 'In use' } },
      { status: 409 },
    ),
  )
  const failure = await failureOf(send('POST', '/api/thing', {}))
  expect(failure).toBeInstanceOf(RequestFailed)
  expect(failure).toMatchObject({
    status: 409,
    code: 'name-taken',
    message: 'Taken',
    errors: { email: 'In use' },
  })
  expect(errorMessage(failure, 'Signup failed')).toBe('Taken')
})

test('when nobody answers the screen says it in its own words', async () => {
  mockServer({ 'GET /api/thing': networkError })
  const failure = await failureOf(get('/api/thing'))
  expect(failure).toMatchObject({ status: 0, code: 'unreachable' })
  expect(errorMessage(failure, 'Login failed')).toBe('Login failed')
})

test('the page of a proxy in place of an answer is not shown to anybody', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }))
  expect(await failureOf(get('/api/thing'))).toMatchObject({ status: 502, code: 'unreadable', hasServerMessage: false })
})

test('every command has an idempotency key, and a try of the same intention keeps it', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    keys.push(new Headers(request.headers).get('Idempotency-Key'))
    return Response.json({ success: true })
  })
  await send('POST', '/api/thing', {}, { idempotencyKey: 'one' })
  await send('POST', '/api/thing', {}, { idempotencyKey: 'one' })
  await send('POST', '/api/thing', {})
  expect(keys.slice(0, 2)).toEqual(['one', 'one'])
  expect(keys[2]).toMatch(/^[0-9a-f]{32}$/)
})

test('a refused stored token is reported, a refused log-in is not', async () => {
  localStorage.setItem('token', 'old')
  const ended = vi.fn<() => void>()
  const stop = onTokenRefused(ended)
  mockServer({ 'GET /api/thing': () => errorResponse(401, 'not-signed-in', 'Authentication failed') })
  await failureOf(get('/api/thing', { area: 'none' }))
  expect(ended).not.toHaveBeenCalled()
  await failureOf(get('/api/thing'))
  expect(ended).toHaveBeenCalledOnce()
  stop()
})
