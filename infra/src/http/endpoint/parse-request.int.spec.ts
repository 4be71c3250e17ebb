import { expect, test } from 'vitest'
import { exampleAppForEach } from '@thirty/infra/testing/http/example-app.ts'

const app = exampleAppForEach()

test('answers a valid request with the result of its handler', async () => {
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
])('answers an invalid field (%j) with 422 and a message for the field', async (body, errors) => {
  const response = await app.request('/api/projects', { method: 'POST', body })
  const refusal = { success: false, code: 'invalid-fields', message: Object.values(errors)[0], errors }
  expect([response.status, response.json()]).toMatchObject([422, refusal])
})

test.each([
  { name: 7 },
  { name: null },
  { name: ['Kite'] },
  { name: { $ne: null } },
  { name: { length: { toString: null } } },
  { name: 'Kite', isAdmin: true },
  { name: 'Kite', day: '4' },
  [],
  [{ name: 'Kite' }],
])('answers a body of the wrong shape (%j) with 400', async (body) => {
  const response = await app.request('/api/projects', { method: 'POST', body })
  expect([response.status, response.json()]).toMatchObject([400, { success: false, code: 'malformed' }])
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
])('answers %s as a body with the right status', async (_name, body, headers, status) => {
  const response = await app.request('/api/projects', { method: 'POST', body, headers })
  expect([response.status, response.json()]).toMatchObject([status, { success: false }])
})

test.each(['?day=soon', '?day=31', '/toString', '/%E0%A4%A'])('answers %s with 400', async (end) => {
  expect((await app.request(`/api/projects${end}`)).status).toBe(400)
})

test.each(['day=1&day=2', 'day=1&day=1', 'other=1&other=2', 'day=1&other=a&other='])(
  'refuses ?%s for a repeated parameter, even one that the endpoint does not use',
  async (query) => {
    const response = await app.request(`/api/projects?${query}`)
    expect([response.status, response.json()]).toMatchObject([
      400,
      { message: expect.stringMatching(/^The parameter (day|other) is given more than once\.$/) },
    ])
  },
)

test('answers an unknown address with 404, and a wrong method with 405 and the allowed methods', async () => {
  expect((await app.request('/api/nowhere')).json()).toMatchObject({ success: false, code: 'not-found' })
  const wrong = await app.request('/api/projects/p1', { method: 'PATCH', body: {} })
  expect([wrong.status, wrong.headers.allow, wrong.json()]).toMatchObject([
    405,
    'GET, HEAD, PUT',
    { code: 'wrong-method' },
  ])
  expect((await app.request('/api/auth/login', { method: 'DELETE' })).headers.allow).toBe('POST')
})
