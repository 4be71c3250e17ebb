import { expect, test } from 'vitest'
import { exampleAppForEach, errorsByName } from '@thirty/infra/testing/http/example-app.ts'
import { headersFor } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { statusByCode } from '@thirty/contracts/endpoints/refusals.ts'

const app = exampleAppForEach()

test('answers every refusal with its status', async () => {
  for (const [code, status] of Object.entries(statusByCode)) {
    const response = await app.request(`/api/fail/${code}`)
    expect([response.status, response.json()]).toEqual([status, { success: false, code, message: 'No.' }])
  }
})

test.each([
  ['version', 409, 'conflict'],
  ...['storage', 'put-back', 'images', 'views'].map((name) => [name, 503, 'storage-unavailable'] as const),
  ['unbuilt', 503, 'being-built'],
] as const)('answers a failure of the %s with its refusal', async (failure, status, code) => {
  const { status: answered, json, text, headers } = await app.request(`/api/fail/${failure}`)
  expect([answered, json()]).toMatchObject([status, { code }])
  expect(text).not.toContain('/srv')
  expect(headers['retry-after'] !== undefined).toBe(status === 503)
})

test('logs an unexpected error in full but for the query, which may hold a secret, and answers without details', async () => {
  const response = await app.request('/api/fail/secret?token=secret-in-query')
  expect([response.status, response.json()]).toMatchObject([500, { code: 'unexpected' }])
  expect(response.text).not.toMatch(/SELECT|srv/)
  expect(app.logEntries('request failed')).toMatchObject([
    {
      level: 'error',
      path: '/api/fail/secret',
      correlation: response.headers['x-request-id'],
      err: { message: errorsByName.secret?.message },
    },
  ])
  expect(app.lines.join('')).not.toContain('secret-in-query')
})

test('an error of a page that a browser opened leads to the page that shows it, and is logged like any other', async () => {
  for (const [failure, page] of [
    ['refusal-at-page', '/login?error=too-many'],
    ['secret-at-page', '/login?error=away'],
  ]) {
    expect(app.logEntries('request failed')).toEqual([])
    const response = await app.request(`/api/fail/${failure}`)
    expect([response.status, response.headers.location]).toEqual([302, page])
    expect(response.text).not.toContain('/srv')
  }
  expect(app.logEntries('request failed')).toMatchObject([
    { err: { message: 'No table users at /srv/thirty' } },
  ])
})

test('keeps the request id of the caller, unless it is invalid', async () => {
  const kept = await app.request('/api/correlation', { headers: { 'x-request-id': 'abc-12345678' } })
  expect([kept.json(), kept.headers['x-request-id']]).toEqual([{ id: 'abc-12345678' }, 'abc-12345678'])
  const replaced = await app.request('/api/correlation', { headers: { 'x-request-id': 'a"b\tc' } })
  expect(replaced.json()).toEqual({ id: replaced.headers['x-request-id'] })
  expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the log names the account and the network of a command, and no address', async () => {
  await app.request('/api/me', { method: 'POST', headers: headersFor('ada') })
  await app.request('/api/projects', { method: 'POST', body: { name: 'x' } })
  expect(app.logEntries('"request"')).toEqual([
    expect.objectContaining({ user: 'ada', network: '127.0.0.0/24' }),
    expect.not.objectContaining({ user: expect.anything() }),
  ])
  expect(app.lines.join('')).not.toContain('127.0.0.1')
})

const forwarding = ['x-forwarded-for', 'forwarded']
test.each(forwarding)('tells of a caller whose header %s is ignored', async (header) => {
  await app.request('/api/correlation')
  expect(app.untrustedProxies).toEqual([])
  await app.request('/api/correlation', { headers: { [header]: '192.0.2.7' } })
  expect(app.untrustedProxies).toEqual(['127.0.0.1'])
})

test('writes no secrets to the log, and one line for each entry', async () => {
  const headers = headersFor('ada')
  const body = { name: 'x', password: 'hunter2' }
  await app.request('/api/projects?token=secret-in-query', { method: 'POST', headers, body })
  await app.request('/api/projects/%0Aforged', { method: 'PUT', body: { name: 'x' } })
  const logText = app.lines.join('')
  expect(app.logEntries('"request"')).toHaveLength(2)
  for (const secret of ['hunter2', 'secret-in-query', headers.authorization])
    expect(logText).not.toContain(secret)
  expect(app.lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).toBe(true)
})

test('answers too many attempts with 429 and Retry-After, in every spelling of the address', async () => {
  const login = { method: 'POST', body: {} }
  for (let count = 0; count < 5; count++)
    expect((await app.request('/api/auth/login', login)).status).toBe(200)
  const spellings = ['/auth/login', '/API/AUTH/LOGIN', '/api/auth/login/', '/auth/login?x=1']
  for (const path of ['/api/auth/login', ...spellings]) {
    const response = await app.request(path, { ...login, headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect([response.status, response.json()]).toMatchObject([429, { code: 'too-many' }])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(3_500)
  }
})
