import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { Router } from 'express'
import { MulterError } from 'multer'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { LogUnavailable, VersionConflict } from '../event-log/event-log.ts'
import { createLog } from '../telemetry.ts'
import { createApp } from './app.ts'
import { authentication, callerOf, visitorOrCaller, type Session } from './authentication.ts'
import { correlationOf } from './correlation.ts'
import { runningApp, type RunningApp } from './http-double.ts'
import { limits } from './limits.ts'
import { uploads } from './media.ts'
import { statusOf } from './problems.ts'
import { route } from './route.ts'
import { sessionTokens } from './tokens.ts'

const publicUrl = new URL('http://thirty.test:3000')
const picture = `${'0123456789abcdef'.repeat(2)}.webp`
const page = '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><div id="root"></div>'

let app: RunningApp
let lines: string[]
let reasons: string[]
let sessions: Map<string, Session>
let tokens: ReturnType<typeof sessionTokens>
let frontend: string

beforeEach(async () => {
  lines = []
  reasons = []
  sessions = new Map([
    ['ada', { version: 1, status: 'active', isAdmin: false }],
    ['root', { version: 1, status: 'active', isAdmin: true }],
    ['gone', { version: 1, status: 'inactive', isAdmin: false }],
  ])
  tokens = sessionTokens({ secret: 's'.repeat(32), issuer: publicUrl.origin, clock: () => Date.now() })
  frontend = mkdtempSync(join(tmpdir(), 'thirty-pages-'))
  writeFileSync(join(frontend, 'index.html'), page)
  writeFileSync(join(frontend, 'theme.js'), 'theme()')
  mkdirSync(join(frontend, 'assets'))
  writeFileSync(join(frontend, 'assets', 'main-4f2a.js'), 'main()')
  app = await runningApp(build())
})
afterEach(async () => {
  await app.close()
  rmSync(frontend, { recursive: true, force: true })
})

const project = z.strictObject({
  name: z.string({ error: 'Name is required' }).min(1, 'Name is required').max(5, 'Too long'),
  day: z.int('A whole number, please').optional(),
})

function build() {
  const { signedIn, adminOnly, optional } = authentication({ tokens, sessionOf: (id) => sessions.get(id) })
  const { limit } = limits({ on: true })
  const page = z.object({ day: z.coerce.number().int().max(30).optional() })
  const id = z.object({ id: z.string().regex(/^p\d+$/) })

  const api = Router()
  api.get('/me', signedIn, (request, response) => void response.json({ id: callerOf(request).id }))
  api.get('/admin', adminOnly, (request, response) => void response.json({ id: callerOf(request).id }))
  api.get(
    '/board',
    optional,
    (request, response) => void response.json({ id: visitorOrCaller(request)?.id ?? null }),
  )
  api.get(
    '/projects',
    route({ query: page }, ({ query }) => ({ day: query.day ?? null })),
  )
  api.post(
    '/projects',
    route({ body: project }, ({ body, response }) => {
      response.status(201)
      return body
    }),
  )
  api.get(
    '/projects/:id',
    route({ params: id }, ({ params }) => params),
  )
  api.put(
    '/projects/:id',
    route({ params: id, body: project }, ({ params, body }) => ({ ...params, ...body })),
  )
  api.get('/correlation', (request, response) => void response.json({ id: correlationOf(request) }))
  api.get('/limited', limit('admin-key'), (_request, response) => void response.json({}))
  api.get('/fail/:what', (request) => {
    // The specs ask for nothing but codes and the failures below.
    throw failures[request.params.what] ?? new Refusal(request.params.what as RefusalCode, 'No.')
  })
  const accounts = Router()
  accounts.post(
    '/login',
    limit('admin-key'),
    route({ body: z.strictObject({}) }, () => ({ success: true })),
  )
  const media = {
    get: async (name: string) => (name === picture ? new Uint8Array([1, 2, 3]) : undefined),
    put: async () => undefined,
    remove: async () => undefined,
    close: async () => undefined,
  }
  const log = createLog({ to: { write: (line) => void lines.push(line) } })
  return createApp({
    publicUrl,
    log,
    readiness: () => reasons,
    api,
    accounts,
    uploads: uploads(media),
    frontend,
  })
}

const failures: Record<string, Error> = {
  secret: new Error('SELECT * FROM users at /srv/thirty/db.sqlite'),
  version: new VersionConflict('project-1', 3, 4),
  storage: new LogUnavailable('disk full at /srv/thirty'),
  file: new MulterError('LIMIT_FILE_SIZE'),
  fields: new MulterError('LIMIT_UNEXPECTED_FILE'),
}
const as = (id: string, version = 1) => ({ authorization: `Bearer ${tokens.issue({ id, version })}` })
const loggedOf = (message: string) =>
  lines.filter((line) => line.includes(message)).map((line) => JSON.parse(line) as unknown)

// Who may come in

test('a signed-in participant is known to the handler', async () => {
  const answer = await app.ask('/api/me', { headers: as('ada') })
  expect([answer.status, answer.json()]).toEqual([200, { id: 'ada' }])
})

test.each([
  ['no header', {}],
  ['an empty header', { authorization: '' }],
  ['no token', { authorization: 'Bearer' }],
  ['a made-up token', { authorization: 'Bearer a.b.c' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['two tokens', { authorization: 'Bearer a.b.c, Bearer d.e.f' }],
  ['bytes that are no text', { authorization: 'Bearer \u00ff\u00fe.x.y' }],
])('%s is answered with 401 in a fixed shape', async (_name, headers) => {
  const answer = await app.ask('/api/me', { headers })
  expect(answer.status).toBe(401)
  expect(answer.json()).toEqual({ success: false, code: 'not-signed-in', message: 'Authentication failed' })
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

test('a header of 64 kilobytes is turned away without harm', async () => {
  const authorization = `Bearer ${'x'.repeat(65_536)}`
  // The server may hang up before the client has sent it all.
  const status = await app.ask('/api/me', { headers: { authorization } }).then(
    (answer) => answer.status,
    () => 431,
  )
  expect(status).toBe(431)
  expect((await app.ask('/healthz')).status).toBe(200)
})

test('a token counts in the Authorization header only', async () => {
  const { authorization } = as('ada')
  const token = authorization.replace('Bearer ', '')
  expect((await app.ask(`/api/me?token=${token}&access_token=${token}`)).status).toBe(401)
  expect((await app.ask('/api/me', { headers: { cookie: `token=${token}` } })).status).toBe(401)
})

test('a token is worth nothing once its session version has passed, or the user is gone', async () => {
  const headers = as('ada')
  expect((await app.ask('/api/me', { headers })).status).toBe(200)
  sessions.set('ada', { version: 2, status: 'active', isAdmin: false })
  expect((await app.ask('/api/me', { headers })).status).toBe(401)
  sessions.delete('ada')
  expect((await app.ask('/api/me', { headers: as('ada', 2) })).status).toBe(401)
})

test('a single token can be ended while others of its user live on', async () => {
  const [left, right] = [as('ada'), as('ada')]
  const ended = tokens.read(left.authorization.replace('Bearer ', ''))?.id ?? ''
  sessions.set('ada', { version: 1, status: 'active', isAdmin: false, endedTokens: [ended] })
  expect((await app.ask('/api/me', { headers: left })).status).toBe(401)
  expect((await app.ask('/api/me', { headers: right })).status).toBe(200)
})

test('an inactive account is out at its next call', async () => {
  const answer = await app.ask('/api/me', { headers: as('gone') })
  expect([answer.status, answer.json()]).toMatchObject([401, { code: 'account-inactive' }])
})

test('only who is an admin now may do what admins do', async () => {
  const headers = as('root')
  expect((await app.ask('/api/admin')).status).toBe(401)
  expect((await app.ask('/api/admin', { headers: as('ada') })).status).toBe(403)
  expect((await app.ask('/api/admin', { headers })).status).toBe(200)
  sessions.set('root', { version: 1, status: 'active', isAdmin: false })
  expect((await app.ask('/api/admin', { headers })).status).toBe(403)
})

test('where visitors may look, a bad token is still a bad token', async () => {
  expect((await app.ask('/api/board')).json()).toEqual({ id: null })
  expect((await app.ask('/api/board', { headers: as('ada') })).json()).toEqual({ id: 'ada' })
  expect((await app.ask('/api/board', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
})

// What is understood

test('a good request is answered as its handler says', async () => {
  const made = await app.ask('/api/projects', { method: 'POST', body: { name: 'Kite' } })
  expect([made.status, made.json()]).toEqual([201, { name: 'Kite' }])
  const changed = await app.ask('/api/projects/p1', { method: 'PUT', body: { name: 'Kite', day: 4 } })
  expect(changed.json()).toEqual({ id: 'p1', name: 'Kite', day: 4 })
  expect((await app.ask('/api/projects?day=4')).json()).toEqual({ day: 4 })
})

test.each([
  [{}, { name: 'Name is required' }],
  [{ name: '' }, { name: 'Name is required' }],
  [{ name: 'Too long a name' }, { name: 'Too long' }],
])('a field that breaks a rule (%j) is answered with 422 and words for the field', async (body, errors) => {
  const answer = await app.ask('/api/projects', { method: 'POST', body })
  expect(answer.status).toBe(422)
  expect(answer.json()).toEqual({
    success: false,
    code: 'invalid-fields',
    message: Object.values(errors)[0],
    errors,
  })
})

test.each([
  { name: 7 },
  { name: null },
  { name: ['Kite'] },
  { name: { $ne: null } },
  { name: 'Kite', isAdmin: true },
  { name: 'Kite', day: '4' },
  [],
  [{ name: 'Kite' }],
])('a body of the wrong shape (%j) is answered with 400', async (body) => {
  const answer = await app.ask('/api/projects', { method: 'POST', body })
  expect([answer.status, answer.json()]).toMatchObject([400, { success: false, code: 'malformed' }])
})

const json = { 'content-type': 'application/json' }
test.each([
  ['broken JSON', '{"name":', json, 400],
  ['a bare text', '"name"', json, 400],
  ['nothing', '', json, 422],
  ['no body at all', undefined, {}, 422],
  ['a form', 'name=Kite', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['plain text', '{"name":"Kite"}', { 'content-type': 'text/plain' }, 415],
  ['another character set', '{"name":"Kite"}', { 'content-type': 'application/json; charset=koi8-r' }, 415],
  ['more than 100 kB', `{"name":"${'x'.repeat(101_000)}"}`, json, 413],
  ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, json, 400],
  ['a prototype', '{"name":"Kite","__proto__":{"isAdmin":true}}', json, 400],
  ['a prototype further in', '{"name":"Kite","day":{"constructor":{"prototype":1}}}', json, 400],
])('%s as a body is answered with its status', async (_name, body, headers, status) => {
  const answer = await app.ask('/api/projects', { method: 'POST', body, headers })
  expect([answer.status, answer.json()]).toMatchObject([status, { success: false }])
})

test.each([
  '/api/projects?day=1&day=2',
  '/api/projects?day=soon',
  '/api/projects?day=31',
  '/api/projects/toString',
  '/api/projects/%E0%A4%A',
])('%s is malformed', async (path) => {
  expect((await app.ask(path)).status).toBe(400)
})

test('an unknown address is 404, and one for other methods 405 with their names', async () => {
  expect((await app.ask('/api/nowhere')).json()).toMatchObject({ success: false, code: 'not-found' })
  const wrong = await app.ask('/api/projects/p1', { method: 'PATCH', body: {} })
  expect([wrong.status, wrong.headers.allow, wrong.json()]).toMatchObject([
    405,
    'GET, HEAD, PUT',
    { code: 'wrong-method' },
  ])
  expect((await app.ask('/api/auth/login', { method: 'DELETE' })).headers.allow).toBe('POST')
  expect((await app.ask('/auth/login', { method: 'DELETE' })).status).toBe(405)
  expect((await app.ask('/auth/nowhere', { method: 'POST', body: {} })).status).toBe(404)
  expect((await app.ask('/api/me', { method: 'TRACE' })).status).toBe(405)
  const overridden = await app.ask('/api/projects', { headers: { 'x-http-method-override': 'DELETE' } })
  expect(overridden.status).toBe(200)
})

// What goes wrong

test.each(Object.entries(statusOf))('the refusal %s is answered with %i', async (code, status) => {
  const answer = await app.ask(`/api/fail/${code}`)
  expect([answer.status, answer.json()]).toEqual([status, { success: false, code, message: 'No.' }])
})

test.each([
  ['version', 409, 'conflict'],
  ['storage', 503, 'storage-unavailable'],
  ['file', 413, 'too-large'],
  ['fields', 400, 'malformed'],
])('%s problems are refusals too', async (what, status, code) => {
  const answer = await app.ask(`/api/fail/${what}`)
  expect([answer.status, answer.json()]).toMatchObject([status, { code }])
  expect(answer.text).not.toContain('/srv')
  expect(answer.headers['retry-after'] !== undefined).toBe(status === 503)
})

test('an unexpected failure is logged whole and answered without detail', async () => {
  const answer = await app.ask('/api/fail/secret')
  expect(answer.status).toBe(500)
  expect(answer.json()).toEqual({
    success: false,
    code: 'unexpected',
    message: 'Something went wrong. Please try again.',
  })
  expect(loggedOf('request failed')).toMatchObject([
    {
      level: 'error',
      path: '/api/fail/secret',
      correlation: answer.headers['x-request-id'],
      err: { message: failures.secret?.message },
    },
  ])
})

test('a request keeps the id that it came with, unless it is odd', async () => {
  const own = await app.ask('/api/correlation', { headers: { 'x-request-id': 'abc-12345678' } })
  expect([own.json(), own.headers['x-request-id']]).toEqual([{ id: 'abc-12345678' }, 'abc-12345678'])
  const odd = await app.ask('/api/correlation', { headers: { 'x-request-id': 'a"b\tc' } })
  expect(odd.json()).toEqual({ id: odd.headers['x-request-id'] })
  expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('secrets stay out of the log, and a line stays one line', async () => {
  const { authorization } = as('ada')
  const body = { name: 'x', password: 'hunter2' }
  await app.ask('/api/projects?token=secret-in-query', { method: 'POST', headers: { authorization }, body })
  await app.ask('/api/projects/%0Aforged', { method: 'PUT', body: { name: 'x' } })
  const all = lines.join('')
  expect(loggedOf('"request"')).toHaveLength(2)
  for (const secret of ['hunter2', 'secret-in-query', authorization]) expect(all).not.toContain(secret)
  expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
})

test('too many tries are answered with 429 and when to come back, on every spelling of the address', async () => {
  const login = { method: 'POST', body: {} }
  for (let at = 0; at < 5; at++) expect((await app.ask('/api/auth/login', login)).status).toBe(200)
  for (const path of [
    '/api/auth/login',
    '/auth/login',
    '/API/AUTH/LOGIN',
    '/api/auth/login/',
    '/auth/login?x=1',
  ]) {
    const answer = await app.ask(path, { ...login, headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect([answer.status, answer.json()]).toMatchObject([429, { code: 'too-many' }])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
  }
})

// What every answer carries

test.each(['/', '/leaderboard', '/api/me', '/api/nowhere', '/uploads/x', '/healthz'])(
  '%s is narrowed by its headers',
  async (path) => {
    const { headers } = await app.ask(path)
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self' ws://thirty.test:3000",
      "form-action 'self'",
    ]) {
      expect(policy.split(';')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|https?:/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['access-control-allow-origin']).toBeUndefined()
  },
)

test('nothing of the API is kept by a cache', async () => {
  for (const path of ['/api/me', '/api/projects', '/api/nowhere']) {
    expect((await app.ask(path)).headers['cache-control']).toBe('no-store')
  }
})

// Pages, pictures, health

test.each(['/', '/leaderboard', '/projects/p1', '/auth/success?token=x'])(
  '%s shows the page',
  async (path) => {
    const answer = await app.ask(path)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const [, nonce] = /nonce="([^"]+)"/.exec(answer.text) ?? []
    expect(nonce).toMatch(/^[\w+/]{22}==$/)
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test('hashed files are kept for ever; a missing file is missing, not a page', async () => {
  const script = await app.ask('/assets/main-4f2a.js')
  expect([script.text, script.headers['cache-control']]).toEqual([
    'main()',
    'public, max-age=31536000, immutable',
  ])
  expect((await app.ask('/theme.js')).headers['cache-control']).toBe('public, max-age=3600')
  expect((await app.ask('/assets/gone.js')).status).toBe(404)
  expect((await app.ask('/gone.png')).status).toBe(404)
  expect((await app.ask('/', { method: 'POST', body: {} })).status).toBe(404)
})

test.each(['/../package.json', '/..%2f..%2fetc/passwd', '/assets/..%2findex.html', '/.env', '/%00'])(
  '%s reaches no other file',
  async (path) => {
    const { status, text } = await app.ask(path)
    expect(text).not.toMatch(/root:|"name"/)
    expect(status === 200 ? text.includes('id="root"') : status >= 400).toBe(true)
  },
)

test('a picture is only ever a picture', async () => {
  const answer = await app.ask(`/uploads/${picture}`)
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  expect((await app.ask(`/uploads/${picture.replace('0', '1')}`)).status).toBe(404)
  expect((await app.ask('/uploads/')).status).toBe(404)
  expect((await app.ask(`/uploads/${picture}`, { method: 'PUT', body: {} })).status).toBe(405)
})

test('a process that lives says so, and says what keeps it from being ready', async () => {
  expect((await app.ask('/readyz')).json()).toEqual({ status: 'ready' })
  reasons.push('The view people is behind.')
  const answer = await app.ask('/readyz')
  expect([answer.status, answer.json()]).toEqual([
    503,
    { status: 'not ready', reasons: ['The view people is behind.'] },
  ])
  expect((await app.ask('/healthz')).json()).toEqual({ status: 'alive' })
})

test('a request with two lengths is turned away', async () => {
  const text = await new Promise<string>((resolve) => {
    const socket = connect(app.port, '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString()))
    socket.on('close', () => resolve(heard))
    socket.write(
      'POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /',
    )
  })
  expect(text).toMatch(/^HTTP\/1\.1 400/)
})
