import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import {
  definitionWith,
  guards,
  guardsWith,
  headersFor,
  operators,
  people,
  serve,
  tokens,
} from '@thirty/infra/testing/http/guarded-endpoints.ts'
import type { RequestHandler } from 'express'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authentication } from '../authentication/authentication.ts'
import { endpoint, type Guards } from './endpoint.ts'

/** Serves an endpoint whose definition has these changes. Returns what asks it with headers. */
async function served(changes: Partial<EndpointDefinition>, endpointGuards?: Guards) {
  const { method = 'GET' } = changes
  const app = await serve([endpoint(definitionWith(changes))(() => ({}))], endpointGuards)
  return (headers: Record<string, string>, body?: unknown) =>
    app.request('/api/things/x', { method, headers, ...(body !== undefined && { body }) })
}

test('an operator is refused whose request comes from an address that is not admitted', async () => {
  const elsewhere = { ...operators, isAdmitted: () => false }
  const findSession = (id: string) => people[id]
  const ask = await served(
    { access: 'operators' },
    { ...guards, authentication: authentication({ tokens, findSession, operators: elsewhere }) },
  )
  expect((await ask({ authorization: `Bearer ${operators.tokens.issue()}` })).status).toBe(401)
})

/** A participant, an owner, a participant whose account is pending, and an owner who has to set up two-factor sign-in. */
const callers = ['ada', 'root', 'pia', 'tom']
test.each<[changes: Partial<EndpointDefinition>, ...statuses: number[]]>([
  [{ access: 'signed-in' }, 200, 200, 200, 403],
  [{ access: 'participants' }, 200, 403, 200, 403],
  [{ access: 'view-admin-area' }, 403, 200, 403, 403],
  [{ access: 'signed-in', method: 'POST' }, 200, 200, 403, 403],
  [{ access: 'participants', method: 'PUT' }, 200, 403, 403, 403],
  [{ access: 'signed-in', method: 'DELETE' }, 200, 200, 403, 403],
  [{ access: 'signed-in', method: 'POST', allowsPending: true }, 200, 200, 200, 403],
  [{ access: 'signed-in', method: 'POST', allowsBeforeTwoFactor: true }, 200, 200, 403, 200],
  [{ access: 'everyone', method: 'POST' }, 200, 200, 200, 200],
])(
  'pending users may read, and send only the commands that are open to them; before two-factor sign-in an owner reaches open endpoints only: %j',
  async (changes, ...statuses) => {
    const ask = await served(changes)
    const responses = await Promise.all(callers.map((id) => ask(headersFor(id))))
    expect(responses.map(({ status }) => status)).toEqual(statuses)
  },
)

test('the refusal of a command says that the account waits for an admin', async () => {
  const ask = await served({ access: 'signed-in', method: 'POST' })
  const { json } = await ask(headersFor('pia'))
  expect(json()).toMatchObject({ code: 'account-pending', message: 'Your account is waiting for an admin' })
})

test('admits only callers who are admins now', async () => {
  const sessions = { ...people }
  const ask = await served({ access: 'view-admin-area' }, guardsWith(sessions))
  expect((await ask(headersFor('root'))).status).toBe(200)
  sessions['root'] = { version: 1, status: 'active', privileges: privilegesFor(null) }
  const response = await ask(headersFor('root'))
  expect([response.status, response.json()]).toMatchObject([403, { code: 'not-allowed' }])
})

test('refuses a caller without access before the input is read and without counting an attempt', async () => {
  let attempts = 0
  const count: RequestHandler = (_request, _response, next) => (attempts++, next())
  const ask = await served(
    { method: 'POST', access: 'view-admin-area', body: z.strictObject({ name: z.string() }) },
    { ...guards, limits: { ...guards.limits, limit: () => count } },
  )
  expect([(await ask(headersFor('ada'), { wrong: 1 })).status, attempts]).toEqual([403, 0])
  expect([(await ask(headersFor('root'), { wrong: 1 })).status, attempts]).toEqual([400, 1])
})
