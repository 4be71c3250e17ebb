import { beforeEach, expect, test } from 'vitest'
import { exampleApp, failures } from './example-app.ts'
import { statusOf } from './problems.ts'

let app: Awaited<ReturnType<typeof exampleApp>>
beforeEach(async () => {
  app = await exampleApp()
})

test.each(Object.entries(statusOf))('the refusal %s is answered with %i', async (code, status) => {
  const answer = await app.ask(`/api/fail/${code}`)
  expect([answer.status, answer.json()]).toEqual([status, { success: false, code, message: 'No.' }])
})

test.each([
  ['version', 409, 'conflict'],
  ['storage', 503, 'storage-unavailable'],
  ['pictures', 503, 'storage-unavailable'],
  ['views', 503, 'storage-unavailable'],
  ['unbuilt', 503, 'being-built'],
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
  expect(app.loggedOf('request failed')).toMatchObject([
    {
      level: 'error',
      path: '/api/fail/secret',
      correlation: answer.headers['x-request-id'],
      err: { message: failures.secret?.message },
    },
  ])
})

test.each([
  ['secret-at-page', '/login?error=away', 1],
  ['refusal-at-page', '/login?error=too-many', 0],
])(
  '%s leads a browser to a page of ours, and is logged as it would be otherwise',
  async (what, page, lines) => {
    const answer = await app.ask(`/api/fail/${what}`)
    expect([answer.status, answer.headers.location]).toEqual([302, page])
    expect(answer.text).not.toContain('/srv')
    expect(app.loggedOf('request failed')).toHaveLength(lines)
    expect(app.lines.join('').includes('No table users')).toBe(lines === 1)
  },
)

test('what fails unexpectedly is logged without its query, where a secret may ride', async () => {
  await app.ask('/api/fail/secret?token=secret-in-query')
  expect(app.loggedOf('request failed')).toHaveLength(1)
  expect(app.lines.join('')).not.toContain('secret-in-query')
})

test('a request keeps the id that it came with, unless it is odd', async () => {
  const own = await app.ask('/api/correlation', { headers: { 'x-request-id': 'abc-12345678' } })
  expect([own.json(), own.headers['x-request-id']]).toEqual([{ id: 'abc-12345678' }, 'abc-12345678'])
  const odd = await app.ask('/api/correlation', { headers: { 'x-request-id': 'a"b\tc' } })
  expect(odd.json()).toEqual({ id: odd.headers['x-request-id'] })
  expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('secrets stay out of the log, and a line stays one line', async () => {
  const { authorization } = app.as('ada')
  const body = { name: 'x', password: 'hunter2' }
  await app.ask('/api/projects?token=secret-in-query', { method: 'POST', headers: { authorization }, body })
  await app.ask('/api/projects/%0Aforged', { method: 'PUT', body: { name: 'x' } })
  const all = app.lines.join('')
  expect(app.loggedOf('"request"')).toHaveLength(2)
  for (const secret of ['hunter2', 'secret-in-query', authorization]) expect(all).not.toContain(secret)
  expect(app.lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
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
