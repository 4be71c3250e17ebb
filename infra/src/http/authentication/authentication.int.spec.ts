import { beforeEach, expect, test } from 'vitest'
import { startExampleApp } from '@thirty/infra/testing/http/example-app.ts'

let app: Awaited<ReturnType<typeof startExampleApp>>
beforeEach(async () => {
  app = await startExampleApp()
})

test('a signed-in participant is known to the handler', async () => {
  const answer = await app.request('/api/me', { headers: app.headersFor('ada') })
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
  const answer = await app.request('/api/me', { headers })
  expect(answer.status).toBe(401)
  expect(answer.json()).toEqual({ success: false, code: 'not-signed-in', message: 'Authentication failed' })
  expect(answer.headers['www-authenticate']).toBe('Bearer')
})

test('a header of 64 kilobytes is turned away without harm', async () => {
  const authorization = `Bearer ${'x'.repeat(65_536)}`
  // The server may hang up before the client has sent it all.
  const status = await app.request('/api/me', { headers: { authorization } }).then(
    (answer) => answer.status,
    () => 431,
  )
  expect(status).toBe(431)
  expect((await app.request('/healthz')).status).toBe(200)
})

test('a token counts in the Authorization header only', async () => {
  const { authorization } = app.headersFor('ada')
  const token = authorization.replace('Bearer ', '')
  expect((await app.request(`/api/me?token=${token}&access_token=${token}`)).status).toBe(401)
  expect((await app.request('/api/me', { headers: { cookie: `token=${token}` } })).status).toBe(401)
})

test('a token is worth nothing once its session version has passed, or the user is gone', async () => {
  const headers = app.headersFor('ada')
  expect((await app.request('/api/me', { headers })).status).toBe(200)
  app.sessions.set('ada', { version: 2, status: 'active', isAdmin: false })
  expect((await app.request('/api/me', { headers })).status).toBe(401)
  app.sessions.delete('ada')
  expect((await app.request('/api/me', { headers: app.headersFor('ada', 2) })).status).toBe(401)
})

test('a single token can be ended while others of its user live on', async () => {
  const [left, right] = [app.headersFor('ada'), app.headersFor('ada')]
  const ended = app.tokens.verify(left.authorization.replace('Bearer ', ''))?.id ?? ''
  app.sessions.set('ada', { version: 1, status: 'active', isAdmin: false, endedTokens: [ended] })
  expect((await app.request('/api/me', { headers: left })).status).toBe(401)
  expect((await app.request('/api/me', { headers: right })).status).toBe(200)
})

test('an inactive account is out at its next call', async () => {
  const answer = await app.request('/api/me', { headers: app.headersFor('gone') })
  expect([answer.status, answer.json()]).toMatchObject([401, { code: 'account-inactive' }])
})

test('only who is an admin now may do what admins do', async () => {
  const headers = app.headersFor('root')
  expect((await app.request('/api/admin')).status).toBe(401)
  expect((await app.request('/api/admin', { headers: app.headersFor('ada') })).status).toBe(403)
  expect((await app.request('/api/admin', { headers })).status).toBe(200)
  app.sessions.set('root', { version: 1, status: 'active', isAdmin: false })
  expect((await app.request('/api/admin', { headers })).status).toBe(403)
})

test('where visitors may look, a bad token is still a bad token', async () => {
  expect((await app.request('/api/board')).json()).toEqual({ id: null })
  expect((await app.request('/api/board', { headers: app.headersFor('ada') })).json()).toEqual({ id: 'ada' })
  expect((await app.request('/api/board', { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
})
