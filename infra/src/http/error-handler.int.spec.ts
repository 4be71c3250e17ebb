import { beforeEach, expect, test } from 'vitest'
import { startExampleApp, errorsByName } from '@thirty/infra/testing/http/example-app.ts'
import { statusByCode } from '@thirty/contracts/refusals.ts'

let app: Awaited<ReturnType<typeof startExampleApp>>
beforeEach(async () => {
  app = await startExampleApp()
})

test.each(Object.entries(statusByCode))('the refusal %s is answered with %i', async (code, status) => {
  const answer = await app.request(`/api/fail/${code}`)
  expect([answer.status, answer.json()]).toEqual([status, { success: false, code, message: 'No.' }])
})

test.each([
  ['version', 409, 'conflict'],
  ['storage', 503, 'storage-unavailable'],
  ['pictures', 503, 'storage-unavailable'],
  ['views', 503, 'storage-unavailable'],
  ['unbuilt', 503, 'being-built'],
])('%s problems are refusals too', async (what, status, code) => {
  const answer = await app.request(`/api/fail/${what}`)
  expect([answer.status, answer.json()]).toMatchObject([status, { code }])
  expect(answer.text).not.toContain('/srv')
  expect(answer.headers['retry-after'] !== undefined).toBe(status === 503)
})

test('an unexpected failure is logged whole and answered without detail', async () => {
  const answer = await app.request('/api/fail/secret')
  expect(answer.status).toBe(500)
  expect(answer.json()).toEqual({
    success: false,
    code: 'unexpected',
    message: 'Something went wrong. Please try again.',
  })
  expect(app.logEntries('request failed')).toMatchObject([
    {
      level: 'error',
      path: '/api/fail/secret',
      correlation: answer.headers['x-request-id'],
      err: { message: errorsByName.secret?.message },
    },
  ])
})

test.each([
  ['secret-at-page', '/login?error=away', 1],
  ['refusal-at-page', '/login?error=too-many', 0],
])(
  '%s leads a browser to a page of ours, and is logged as it would be otherwise',
  async (what, page, lines) => {
    const answer = await app.request(`/api/fail/${what}`)
    expect([answer.status, answer.headers.location]).toEqual([302, page])
    expect(answer.text).not.toContain('/srv')
    expect(app.logEntries('request failed')).toHaveLength(lines)
    expect(app.lines.join('').includes('No table users')).toBe(lines === 1)
  },
)

test('what fails unexpectedly is logged without its query, where a secret may ride', async () => {
  await app.request('/api/fail/secret?token=secret-in-query')
  expect(app.logEntries('request failed')).toHaveLength(1)
  expect(app.lines.join('')).not.toContain('secret-in-query')
})

test('a request keeps the id that it came with, unless it is odd', async () => {
  const own = await app.request('/api/correlation', { headers: { 'x-request-id': 'abc-12345678' } })
  expect([own.json(), own.headers['x-request-id']]).toEqual([{ id: 'abc-12345678' }, 'abc-12345678'])
  const odd = await app.request('/api/correlation', { headers: { 'x-request-id': 'a"b\tc' } })
  expect(odd.json()).toEqual({ id: odd.headers['x-request-id'] })
  expect(odd.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('secrets stay out of the log, and a line stays one line', async () => {
  const { authorization } = app.headersFor('ada')
  const body = { name: 'x', password: 'hunter2' }
  await app.request('/api/projects?token=secret-in-query', {
    method: 'POST',
    headers: { authorization },
    body,
  })
  await app.request('/api/projects/%0Aforged', { method: 'PUT', body: { name: 'x' } })
  const all = app.lines.join('')
  expect(app.logEntries('"request"')).toHaveLength(2)
  for (const secret of ['hunter2', 'secret-in-query', authorization]) expect(all).not.toContain(secret)
  expect(app.lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
})

test('too many tries are answered with 429 and when to come back, on every spelling of the address', async () => {
  const login = { method: 'POST', body: {} }
  for (let at = 0; at < 5; at++) expect((await app.request('/api/auth/login', login)).status).toBe(200)
  for (const path of [
    '/api/auth/login',
    '/auth/login',
    '/API/AUTH/LOGIN',
    '/api/auth/login/',
    '/auth/login?x=1',
  ]) {
    const answer = await app.request(path, { ...login, headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect([answer.status, answer.json()]).toMatchObject([429, { code: 'too-many' }])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_500)
  }
})
