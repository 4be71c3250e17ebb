import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { expect, test } from 'vitest'
import { exampleAppForEach } from '@thirty/infra/testing/http/example-app.ts'
import { headersFor, tokens } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import type { Request, Response } from 'express'
import { authentication, requireCaller, type Session } from './authentication.ts'

const app = exampleAppForEach()
const ada: Session = { version: 1, status: 'active', privileges: privilegesFor(null) }

test.each([
  ['no header', {}],
  ['an empty header', { authorization: '' }],
  ['no token', { authorization: 'Bearer' }],
  ['a made-up token', { authorization: 'Bearer a.b.c' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
  ['two tokens', { authorization: 'Bearer a.b.c, Bearer d.e.f' }],
  ['bytes that are not text', { authorization: 'Bearer \u00ff\u00fe.x.y' }],
])('answers %s with 401 and the standard error', async (_name, headers) => {
  const response = await app.request('/api/me', { headers })
  const said = { message: 'Authentication failed', text: { code: 'authenticationFailed' } }
  const refusal = { success: false, code: 'not-signed-in', ...said }
  expect([response.status, response.json()]).toEqual([401, refusal])
  expect(response.headers['www-authenticate']).toBe('Bearer')
})

test('of two requests at the same time, each has its own caller, also if the first is looked up longer', async () => {
  const first = Promise.withResolvers<Session>()
  const { requireSession } = authentication({
    tokens,
    findSession: async (id) => (id === 'ada' ? first.promise : ada),
  })
  const callerOf = (id: string) => {
    const request = { headers: headersFor(id) } as unknown as Request
    return new Promise<string>((resolve, reject) => {
      const next = (error?: unknown) => (error ? reject(error) : resolve(requireCaller(request).id))
      void requireSession(request, {} as Response, next)
    })
  }
  const callers = [callerOf('ada'), callerOf('zoe')]
  await callers[1]
  first.resolve(ada)
  expect(await Promise.all(callers)).toEqual(['ada', 'zoe'])
})

test('refuses a header of 64 kilobytes and keeps serving', async () => {
  const authorization = `Bearer ${'x'.repeat(65_536)}`
  // The server may close the connection before the client has sent everything.
  const status = await app.request('/api/me', { headers: { authorization } }).then(
    (response) => response.status,
    () => 431,
  )
  expect(status).toBe(431)
  expect((await app.request('/healthz')).status).toBe(200)
})

test('accepts a token only in the Authorization header', async () => {
  const { authorization } = headersFor('ada')
  const token = authorization.replace('Bearer ', '')
  expect((await app.request(`/api/me?token=${token}&access_token=${token}`)).status).toBe(401)
  expect((await app.request('/api/me', { headers: { cookie: `token=${token}` } })).status).toBe(401)
})

test('refuses a token of an older session version, and of a deleted user', async () => {
  const status = async (version: number) =>
    (await app.request('/api/me', { headers: headersFor('ada', version) })).status
  expect(await status(1)).toBe(200)
  app.sessions['ada'] = { ...ada, version: 2 }
  expect([await status(1), await status(2)]).toEqual([401, 200])
  delete app.sessions['ada']
  expect(await status(2)).toBe(401)
})

test('refuses a logged-out token while other tokens of the user stay valid', async () => {
  const [left, right] = [headersFor('ada'), headersFor('ada')]
  const ended = tokens.verify(left.authorization.replace('Bearer ', ''))?.id ?? ''
  app.sessions['ada'] = { ...ada, endedTokens: [ended] }
  expect((await app.request('/api/me', { headers: left })).status).toBe(401)
  expect((await app.request('/api/me', { headers: right })).status).toBe(200)
})

test('refuses an inactive account at its next request', async () => {
  const response = await app.request('/api/me', { headers: headersFor('ida') })
  expect([response.status, response.json()]).toMatchObject([401, { code: 'account-inactive' }])
})
