// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { type FirstAnswer, forgetAllKeys, onSessionRefused, request, requestPage } from './http.ts'
import { RequestFailed, errorMessage, isAbortError } from './request-failed.ts'
import { noteServerTime, serverNow } from './response-headers.ts'
import { upload } from './upload.ts'
import {
  mockServer,
  errorResponse,
  networkError,
  pageResponse,
  type RouteHandler,
} from '../../../testing/mock-server.ts'

const rejectionOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )
const fetchMe = (options: { token?: null } = {}) => request('GET', '/api/auth/me', options)
const readNotifications = (options: { signal?: AbortSignal | undefined } = {}) =>
  request('POST', '/api/notifications/read', { body: { upTo: '7' }, ...options })

test('a request sends the token of the session, unless it opens one', async () => {
  localStorage.setItem('adminToken', 'of-ines')
  const requests = mockServer({ 'GET /api/auth/me': () => ({ success: true }) })
  await fetchMe()
  // The session check begins with it.
  localStorage.setItem('token', 'of-maya')
  await fetchMe()
  await fetchMe({ token: null })
  expect(requests.map(({ token }) => token)).toEqual(['of-ines', 'of-maya', undefined])
})

test('takes an answer that was asked for before the scripts ran: once, and with the same token', async () => {
  localStorage.setItem('token', 'of-maya')
  const requests = mockServer({ 'GET /api/auth/me': () => ({ success: false }) })
  const answered = (token: string, response?: Response) => {
    const first = response && { response, sentAt: Date.now(), receivedAt: Date.now() }
    globalThis.firstAnswers = new Map([[`/api/auth/meBearer ${token}`, Promise.resolve(first)]])
  }
  answered('of-maya', Response.json({ success: true }))
  expect(await fetchMe()).toEqual({ success: true })
  expect(await fetchMe()).toEqual({ success: false })
  answered('of-somebody-else', Response.json({ success: true }))
  expect(await fetchMe()).toEqual({ success: false })
  expect(requests).toHaveLength(2)
  // The connection was lost.
  answered('of-maya')
  expect(await fetchMe()).toEqual({ success: false })
  expect(requests).toHaveLength(3)
})

test('an early answer says the time of the server also if the scripts take it much later', async () => {
  localStorage.setItem('token', 'of-maya')
  mockServer({})
  onTestFinished(() => noteServerTime(new Date().toUTCString(), Date.now(), Date.now()))
  const [sentAt, receivedAt] = [Date.now() - 9_100, Date.now() - 9_000]
  const headers = { date: new Date(receivedAt + 3_600_000).toUTCString() }
  const first = { response: Response.json({ success: true }, { headers }), sentAt, receivedAt }
  globalThis.firstAnswers = new Map([['/api/auth/meBearer of-maya', Promise.resolve(first)]])
  await fetchMe()
  expect(Math.abs(serverNow() - Date.now() - 3_600_000)).toBeLessThan(2_000)
})

test('an early refusal of a request that is aborted meanwhile does not end a session', async () => {
  localStorage.setItem('token', 'of-maya')
  mockServer({})
  const { promise, resolve } = Promise.withResolvers<FirstAnswer>()
  globalThis.firstAnswers = new Map([['/api/auth/meBearer of-maya', promise]])
  const listener = vi.fn<() => void>()
  onTestFinished(onSessionRefused(listener))
  const controller = new AbortController()
  const rejection = rejectionOf(request('GET', '/api/auth/me', { signal: controller.signal }))
  controller.abort()
  resolve({ response: Response.json({}, { status: 401 }), sentAt: Date.now(), receivedAt: Date.now() })
  expect(isAbortError(await rejection)).toBe(true)
  expect(listener).not.toHaveBeenCalled()
})

test('a page of a bare array has the cursor of the header', async () => {
  mockServer({
    'GET /api/auth/users': ({ query }) =>
      query.has('cursor') ? pageResponse([2]) : pageResponse([1], 'next'),
  })
  expect(await requestPage('/api/auth/users')).toEqual({ rows: [1], nextCursor: 'next' })
  expect(await requestPage('/api/auth/users', { query: { cursor: 'next' } })).toEqual({
    rows: [2],
    nextCursor: null,
  })
})

test('params are encoded into the path, and query fields without a value are left out', async () => {
  const requests = mockServer({ 'GET /api/projects/user/:userId': () => ({ success: true }) })
  await request('GET', '/api/projects/user/:userId', {
    params: { userId: 'a/b?c' },
    query: { limit: 5, search: 'two words', language: undefined },
  })
  expect(requests[0]?.path).toBe('/api/projects/user/a%2Fb%3Fc')
  expect([...(requests[0]?.query ?? [])]).toEqual([
    ['limit', '5'],
    ['search', 'two words'],
  ])
})

test('an error response rejects with the message and the field errors of the server', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { success: false, code: 'name-taken', message: 'Taken', errors: { email: 'In use' } },
      { status: 409 },
    ),
  )
  const failure = await rejectionOf(readNotifications())
  expect(failure).toBeInstanceOf(RequestFailed)
  expect(failure).toMatchObject({
    status: 409,
    code: 'name-taken',
    message: 'Taken',
    errors: { email: 'In use' },
  })
  expect(errorMessage(failure, 'Signup failed')).toBe('Taken')
})

test('the screen shows its own message when the server cannot be reached', async () => {
  mockServer({ 'GET /api/auth/me': networkError })
  const failure = await rejectionOf(fetchMe())
  expect(failure).toMatchObject({ status: 0, code: 'unreachable' })
  expect(errorMessage(failure, 'Login failed')).toBe('Login failed')
})

test('the error page of a proxy is not shown to the user', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }))
  expect(await rejectionOf(fetchMe())).toMatchObject({
    status: 502,
    code: 'unreadable',
    hasServerMessage: false,
  })
})

test('every command has its own idempotency key, and a query has none', async () => {
  const keys: (string | null)[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'))
    return Response.json({ success: true })
  })
  await readNotifications()
  await readNotifications()
  await fetchMe()
  const [first, second, query] = keys
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toMatch(/^[0-9a-f]{32}$/)
  expect(second).not.toBe(first)
  expect(query).toBeNull()
})

test.each([
  ['without', undefined],
  ['with', new AbortController()],
])(
  'a request without an answer, %s a signal of its caller, ends after 20 seconds and says so',
  async (_, caller) => {
    vi.useFakeTimers()
    let signal: AbortSignal | null | undefined
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
      signal = init.signal
      return new Promise(() => undefined)
    })
    const failure = rejectionOf(readNotifications({ signal: caller?.signal }))
    await vi.advanceTimersByTimeAsync(19_900)
    expect(signal?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await failure).toMatchObject({ status: 0, code: 'timed-out' })
    expect(signal?.aborted).toBe(true)
    expect(errorMessage(await failure, 'Login failed')).toBe(
      'The server is taking too long to respond. Please try again.',
    )
  },
)

test('an answer that stops in its middle is given up after 20 seconds, too', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(new ReadableStream()))
  const failure = rejectionOf(fetchMe())
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await failure).toMatchObject({ code: 'timed-out' })
})

test('a request that its caller aborts rejects with the AbortError, not as a failure', async () => {
  const controller = new AbortController()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  const failure = rejectionOf(request('GET', '/api/auth/me', { signal: controller.signal }))
  controller.abort()
  expect(isAbortError(await failure)).toBe(true)
})

test.each([
  ['was lost', networkError],
  ['was that of a proxy', () => errorResponse(502, 'unreadable', 'Bad gateway')],
  ['was cut off', () => new Response('{"success":')],
  ['was that it is still being worked on', () => errorResponse(409, 'in-flight', 'Still being worked on.')],
  ['was that there are too many requests', () => errorResponse(429, 'too-many', 'Too many requests.')],
  ['was that the session has ended', () => errorResponse(401, 'not-signed-in', 'Log in again.')],
])('a command is repeated with its key when its answer %s, until it was answered', async (_, fail) => {
  let handle = fail
  const requests = mockServer({
    'POST /api/notifications/read': (...received) => handle(...received),
  })
  const keysOf = async (...bodies: string[]) => {
    const before = requests.length
    for (const upTo of bodies)
      await rejectionOf(request('POST', '/api/notifications/read', { body: { upTo } }))
    return requests.slice(before).map(({ idempotencyKey }) => idempotencyKey)
  }
  const [first, other, again] = await keysOf('7', '8', '7')
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  handle = () => ({ success: true })
  const [answered, next] = await keysOf('7', '7')
  expect(answered).toBe(first)
  expect(next).not.toBe(first)
})

test.each([
  ['answered', () => ({ success: true })],
  ['refused', () => errorResponse(409, 'conflict', 'Somebody was faster.')],
])('after a command was %s, an earlier one at the same address is a new one', async (_, answer) => {
  let handle: RouteHandler = networkError
  const requests = mockServer({ 'POST /api/notifications/read': (...received) => handle(...received) })
  const send = (upTo: string) => rejectionOf(request('POST', '/api/notifications/read', { body: { upTo } }))
  await send('7')
  handle = answer
  await send('8')
  await send('7')
  expect(requests[2]?.idempotencyKey).not.toBe(requests[0]?.idempotencyKey)
})

test('when all keys are forgotten, that of a command under way is, too', async () => {
  let lose = () => {}
  const requests = mockServer({
    'POST /api/notifications/read': () =>
      new Promise<Response>((_, reject) => {
        lose = () => reject(new TypeError('Failed to fetch'))
      }),
  })
  const send = async (meanwhile: () => void) => {
    const before = requests.length
    const rejection = rejectionOf(readNotifications())
    await vi.waitFor(() => expect(requests.length).toBe(before + 1))
    meanwhile()
    lose()
    await rejection
  }
  await send(forgetAllKeys)
  await send(() => {})
  await send(() => {})
  const [first, second, third] = requests.map(({ idempotencyKey }) => idempotencyKey)
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('reports that a stored token was refused, but not that a login was refused', async () => {
  localStorage.setItem('token', 'old')
  const onRefused = vi.fn<() => void>()
  const unsubscribe = onSessionRefused(onRefused)
  mockServer({ 'GET /api/auth/me': () => errorResponse(401, 'not-signed-in', 'Authentication failed') })
  await rejectionOf(fetchMe({ token: null }))
  expect(onRefused).not.toHaveBeenCalled()
  await rejectionOf(fetchMe())
  expect(onRefused).toHaveBeenCalledOnce()
  unsubscribe()
})

test('the type check refuses requests that do not match the endpoint definitions', () => {
  const params = { projectId: 'applause' }
  const file = new File([], 'screenshot.png')
  // Never called. The type check reports each directive whose next line has no error.
  const typeChecked = async () => {
    const { project } = await request('GET', '/api/projects/:projectId', { params })
    const day: number = project.day
    await request('PUT', '/api/projects/:projectId', { params, body: { status: 'approved' } })
    await request('GET', '/api/projects/my-projects', { query: { day, limit: 100 } })
    await upload('/api/uploads/project-image', file, { field: 'projectImage' })

    // @ts-expect-error: no endpoint has this path
    await request('GET', '/api/project')
    // @ts-expect-error: the endpoint exists, but not for this method
    await request('DELETE', '/api/auth/me')
    // @ts-expect-error: the path needs params
    await request('GET', '/api/projects/:projectId')
    // @ts-expect-error: the params have another name
    await request('GET', '/api/projects/:projectId', { params: { id: 'applause' } })
    // @ts-expect-error: the body is missing
    await request('PUT', '/api/projects/:projectId', { params })
    // @ts-expect-error: a review cannot have this status
    await request('PUT', '/api/projects/:projectId', { params, body: { status: 'liked' } })
    // @ts-expect-error: the endpoint has no body
    await request('POST', '/api/auth/logout', { body: {} })
    // @ts-expect-error: the query has no such field
    await request('GET', '/api/projects/my-projects', { query: { days: 3 } })
    // @ts-expect-error: a coerced query field has its output type
    await request('GET', '/api/projects/my-projects', { query: { limit: 'many' } })
    // @ts-expect-error: the search text is required
    await request('GET', '/api/admin/search', { query: {} })
    // @ts-expect-error: only commands are sent while the page is left
    await request('GET', '/api/auth/me', { keepalive: true })
    // @ts-expect-error: the response has no such field
    void (await request('GET', '/api/auth/me')).users
    // @ts-expect-error: the endpoint is a redirect
    await request('GET', '/api/auth/github')
    // @ts-expect-error: a file needs `upload`
    await request('POST', '/api/uploads/project-image')
    // @ts-expect-error: the form field has another name
    await upload('/api/uploads/project-image', file, { field: 'profileImage' })
  }
  expect(typeChecked).toBeTypeOf('function')
})
