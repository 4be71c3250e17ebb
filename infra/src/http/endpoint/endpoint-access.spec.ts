import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import {
  definitionWith,
  guards,
  guardsWith,
  operators,
  people,
  serve,
  tokenOf,
  tokens,
} from '@thirty/infra/testing/http/guarded-endpoints.ts'
import type { RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authentication } from '../authentication/authentication.ts'
import { endpoint } from './endpoint.ts'

test('an operator is refused whose request comes from an address that is not admitted', async () => {
  const elsewhere = { ...operators, isAdmitted: () => false }
  const app = await serve([endpoint(definitionWith({ access: 'operators' }))(() => ({}))], {
    ...guards,
    authentication: authentication({ tokens, findSession: (id) => people[id], operators: elsewhere }),
  })
  const headers = { authorization: `Bearer ${operators.tokens.issue()}` }
  expect((await app.request('/api/things/ada', { headers })).status).toBe(401)
})

/** The statuses for a participant, an owner, a participant whose account is pending, and an owner who has to set up two-factor sign-in. */
test.each<[changes: Partial<EndpointDefinition>, statuses: Record<'ada' | 'root' | 'pia' | 'tom', number>]>([
  [{ access: 'signed-in' }, { ada: 200, root: 200, pia: 200, tom: 403 }],
  [{ access: 'participants' }, { ada: 200, root: 403, pia: 200, tom: 403 }],
  [{ access: 'view-admin-area' }, { ada: 403, root: 200, pia: 403, tom: 403 }],
  [
    { access: 'signed-in', method: 'POST' },
    { ada: 200, root: 200, pia: 403, tom: 403 },
  ],
  [
    { access: 'participants', method: 'PUT' },
    { ada: 200, root: 403, pia: 403, tom: 403 },
  ],
  [
    { access: 'signed-in', method: 'DELETE' },
    { ada: 200, root: 200, pia: 403, tom: 403 },
  ],
  [
    { access: 'signed-in', method: 'POST', allowsPending: true },
    { ada: 200, root: 200, pia: 200, tom: 403 },
  ],
  [
    { access: 'signed-in', method: 'POST', allowsBeforeTwoFactor: true },
    { ada: 200, root: 200, pia: 403, tom: 200 },
  ],
  [
    { access: 'everyone', method: 'POST' },
    { ada: 200, root: 200, pia: 200, tom: 200 },
  ],
])(
  'pending users may read, and send only the commands that are open to them; before two-factor sign-in an owner reaches open endpoints only: %j',
  async (changes, statuses) => {
    const { params: _params, ...plain } = definitionWith({ path: '/api/thing', ...changes })
    const app = await serve([endpoint(plain)(() => ({}))])
    for (const [id, status] of Object.entries(statuses)) {
      const headers = { authorization: `Bearer ${tokenOf(id)}` }
      const response = await app.request('/api/thing', { method: plain.method, headers })
      expect([id, response.status]).toEqual([id, status])
    }
  },
)

test('the refusal of a command says that the account waits for an admin', async () => {
  const { params: _params, ...plain } = definitionWith({
    path: '/api/thing',
    access: 'signed-in',
    method: 'POST',
  })
  const app = await serve([endpoint(plain)(() => ({}))])
  const headers = { authorization: `Bearer ${tokenOf('pia')}` }
  const { json } = await app.request('/api/thing', { method: 'POST', headers })
  expect(json()).toMatchObject({ code: 'account-pending', message: 'Your account is waiting for an admin' })
})

test('admits only callers who are admins now', async () => {
  const sessions = { ...people }
  const app = await serve(
    [endpoint(definitionWith({ access: 'view-admin-area' }))(() => ({}))],
    guardsWith(sessions),
  )
  const headers = { authorization: `Bearer ${tokenOf('root')}` }
  expect((await app.request('/api/things/x', { headers })).status).toBe(200)
  sessions['root'] = { version: 1, status: 'active', privileges: privilegesFor(null) }
  const response = await app.request('/api/things/x', { headers })
  expect([response.status, response.json()]).toMatchObject([403, { code: 'not-allowed' }])
})

test('refuses a caller without access before the input is read and without counting an attempt', async () => {
  let attempts = 0
  const count: RequestHandler = (_request, _response, next) => (attempts++, next())
  const counted = { ...guards.limits, limit: () => count }
  const definition = definitionWith({
    method: 'POST',
    access: 'view-admin-area',
    body: z.strictObject({ name: z.string() }),
  })
  const app = await serve([endpoint(definition)(() => ({}))], { ...guards, limits: counted })
  const requestWith = (token: string) =>
    app.request('/api/things/x', {
      method: 'POST',
      body: { wrong: 1 },
      headers: { authorization: `Bearer ${token}` },
    })
  expect([(await requestWith(tokenOf('ada'))).status, attempts]).toEqual([403, 0])
  expect([(await requestWith(tokenOf('root'))).status, attempts]).toEqual([400, 1])
})
