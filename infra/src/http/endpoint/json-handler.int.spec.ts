import { beforeEach, expect, test } from 'vitest'
import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'

let app: Awaited<ReturnType<typeof startExampleApp>>
beforeEach(async () => {
  app = await startExampleApp()
})

test('a good request is answered as its handler says', async () => {
  const made = await app.request('/api/projects', { method: 'POST', body: { name: 'Kite' } })
  expect([made.status, made.json()]).toEqual([201, { name: 'Kite' }])
  const changed = await app.request('/api/projects/p1', { method: 'PUT', body: { name: 'Kite', day: 4 } })
  expect(changed.json()).toEqual({ id: 'p1', name: 'Kite', day: 4 })
  expect((await app.request('/api/projects?day=4')).json()).toEqual({ day: 4 })
})

test.each([
  [{}, { name: 'Name is required' }],
  [{ name: '' }, { name: 'Name is required' }],
  [{ name: 'Too long a name' }, { name: 'Too long' }],
])('a field that breaks a rule (%j) is answered with 422 and words for the field', async (body, errors) => {
  const answer = await app.request('/api/projects', { method: 'POST', body })
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
  const answer = await app.request('/api/projects', { method: 'POST', body })
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
  const answer = await app.request('/api/projects', { method: 'POST', body, headers })
  expect([answer.status, answer.json()]).toMatchObject([status, { success: false }])
})

test.each([
  '/api/projects?day=1&day=2',
  '/api/projects?day=soon',
  '/api/projects?day=31',
  '/api/projects/toString',
  '/api/projects/%E0%A4%A',
])('%s is malformed', async (path) => {
  expect((await app.request(path)).status).toBe(400)
})

test.each(['day=1&day=2', 'day=1&day=1', 'other=1&other=2', 'day=1&other=a&other='])(
  '?%s is refused for what it says twice, whether or not anybody asked for it',
  async (query) => {
    const answer = await app.request(`/api/projects?${query}`)
    expect([answer.status, answer.json()]).toMatchObject([
      400,
      { message: expect.stringMatching(/^The parameter (day|other) is given more than once\.$/) },
    ])
  },
)

test('an unknown address is 404, and one for other methods 405 with their names', async () => {
  expect((await app.request('/api/nowhere')).json()).toMatchObject({ success: false, code: 'not-found' })
  const wrong = await app.request('/api/projects/p1', { method: 'PATCH', body: {} })
  expect([wrong.status, wrong.headers.allow, wrong.json()]).toMatchObject([
    405,
    'GET, HEAD, PUT',
    { code: 'wrong-method' },
  ])
  expect((await app.request('/api/auth/login', { method: 'DELETE' })).headers.allow).toBe('POST')
  expect((await app.request('/auth/login', { method: 'DELETE' })).status).toBe(405)
  expect((await app.request('/auth/nowhere', { method: 'POST', body: {} })).status).toBe(404)
  expect((await app.request('/api/me', { method: 'TRACE' })).status).toBe(405)
  const overridden = await app.request('/api/projects', { headers: { 'x-http-method-override': 'DELETE' } })
  expect(overridden.status).toBe(200)
})
