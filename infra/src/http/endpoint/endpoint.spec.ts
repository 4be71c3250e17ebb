import { accessLevels, type Access, privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import type { EndpointDefinition } from '@thirty/contracts/api/endpoint-definition.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { statusByCode, type RefusalCode, untranslated } from '@thirty/contracts/refusals.ts'
import { permissionIds, type Permission } from '@thirty/contracts/rules/permissions.ts'
import express, { type RequestHandler } from 'express'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../../logger.ts'
import { authentication, type Session } from '../authentication/authentication.ts'
import { endpoint, createRoutes, type Endpoint } from './endpoint.ts'
import { pass } from '@thirty/infra/testing/http/pass.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { jsonBody } from './json-body.ts'
import { rateLimits } from '../rate-limits/rate-limits.ts'
import { createErrorHandler } from '../error-handler.ts'
import { operatorTokens } from '../authentication/operator-tokens.ts'
import { sessionTokens } from '../authentication/session-tokens.ts'

const installation = { secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now }
const tokens = sessionTokens(installation)
const operators = {
  tokens: operatorTokens(installation),
  id: 'the-operator',
  privileges: privilegesFor('owner'),
  isAdmitted: () => true,
}
const tokenOf = (id: string, version = 1) => tokens.issue({ id, version })
const people: Record<string, Session> = {
  ada: { version: 1, status: 'active', privileges: privilegesFor(null) },
  bob: { version: 1, status: 'active', privileges: privilegesFor(null) },
  ida: { version: 1, status: 'inactive', privileges: privilegesFor(null) },
  root: { version: 1, status: 'active', privileges: privilegesFor('owner') },
  tom: { version: 1, status: 'active', privileges: { ...privilegesFor('owner'), needsTwoFactor: true } },
  pia: { version: 1, status: 'pending', privileges: privilegesFor(null) },
}
const guardsWith = (sessions: Readonly<Record<string, Session>>) => ({
  authentication: authentication({ tokens, findSession: (id) => sessions[id], operators }),
  accessLevels,
  requireConfirmation: pass,
  limits: rateLimits({ isEnabled: false }),
})
const guards = guardsWith(people)

async function serve(
  endpoints: readonly Endpoint[],
  endpointGuards: Parameters<typeof createRoutes>[1] = guards,
) {
  const { api, authRoutes } = createRoutes(endpoints, endpointGuards)
  const app = express()
    .set('query parser', 'simple')
    .use('/api', ...jsonBody, api)
    .use('/auth', ...jsonBody, authRoutes)
    .use(createErrorHandler(silentLogger, statusByCode))
  const running = await startTestServer(app)
  onTestFinished(running.close)
  return running
}

const definitionWith = (changes: Partial<EndpointDefinition>): EndpointDefinition => ({
  method: 'GET',
  path: '/api/things/:userId',
  summary: 'A thing',
  access: 'everyone',
  limit: 'query',
  params: z.object({ userId: z.string().max(100) }),
  ...changes,
})

test('lets no proxy compress what an endpoint must not compress, also when it fails or has caching of its own', async () => {
  const noFields = definitionWith({ path: '/api/plain', params: z.object({}), response: z.object({}) })
  const never = { ...noFields, compression: 'never' } as const
  const app = await serve([
    endpoint(noFields)(() => ({})),
    endpoint({ ...never, path: '/api/secret' })(() => ({})),
    endpoint({ ...never, path: '/api/failing' })(() => {
      throw untranslated('busy', 'Later.')
    }),
    endpoint({ ...never, path: '/api/own-caching' })(({ response }) => {
      response.set('Cache-Control', 'private')
      return {}
    }),
  ])
  const cachingOf = async (path: string) => (await app.request(path)).headers['cache-control'] ?? ''
  expect(await cachingOf('/api/plain')).not.toContain('no-transform')
  for (const path of ['/api/secret', '/api/failing', '/api/own-caching'])
    expect([path, await cachingOf(path)]).toEqual([path, expect.stringContaining('no-transform')])
})

// A visitor, Ada about herself, another participant about Ada, an inactive one, an admin, an invalid and an old token, an operator.
const callerKinds = [undefined, 'ada', 'bob', 'ida', 'root', 'bad', 'old', 'operator']
/** What is for a permission admits an owner, who has all of them, and operators. */
const forOwners = [401, 403, 403, 401, 200, 401, 401, 200]
const statusesByAccess: Record<Access, readonly number[]> = {
  // Safe: one entry for each permission.
  ...(Object.fromEntries(permissionIds.map((id) => [id, forOwners])) as Record<Permission, typeof forOwners>),
  everyone: [200, 200, 200, 200, 200, 200, 200, 200],
  visitors: [200, 403, 403, 403, 403, 403, 403, 403],
  'signed-in': [401, 200, 200, 401, 200, 401, 401, 401],
  participants: [401, 200, 200, 401, 403, 401, 401, 401],
  raters: [401, 200, 200, 401, 200, 401, 401, 401],
  operators: [401, 403, 403, 401, 403, 401, 401, 200],
  'self-or-admins': [401, 200, 403, 401, 200, 401, 401, 401],
}

test.each(Object.entries(statusesByAccess))('access for %s admits nobody else', async (access, expected) => {
  const admittedIds: unknown[] = []
  const served = endpoint(definitionWith({ access: access as Access }))(({ caller }) => {
    admittedIds.push(caller?.id)
    return {}
  })
  const app = await serve([served])
  const statuses: number[] = []
  for (const kind of callerKinds) {
    const otherTokens: Record<string, string> = {
      bad: 'a.b.c',
      old: tokenOf('ada', 0),
      operator: operators.tokens.issue(),
    }
    const token = kind && (otherTokens[kind] ?? tokenOf(kind))
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    statuses.push((await app.request('/api/things/ada', { headers })).status)
  }
  expect(statuses).toEqual(expected)
  expect(admittedIds).toHaveLength(expected.filter((status) => status === 200).length)
})

test('an operator is refused who is not admitted from where the request comes', async () => {
  const elsewhere = { ...operators, isAdmitted: () => false }
  const app = await serve([endpoint(definitionWith({ access: 'operators' }))(() => ({}))], {
    ...guards,
    authentication: authentication({ tokens, findSession: (id) => people[id], operators: elsewhere }),
  })
  const headers = { authorization: `Bearer ${operators.tokens.issue()}` }
  expect((await app.request('/api/things/ada', { headers })).status).toBe(401)
})

/** The statuses for a participant, an owner, one whose account is pending, and an owner who has to set up two-factor sign-in. */
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
  'pending users may read, and send only the commands that are open to them; before two-factor sign-in only what is open is reached: %j',
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
  expect((await app.request('/api/thing', { method: 'POST', headers })).json()).toEqual({
    success: false,
    code: 'account-pending',
    message: 'Your account is waiting for an admin',
    text: { code: 'accountPending' },
  })
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
  expect([response.status, response.json()]).toEqual([
    403,
    {
      success: false,
      code: 'not-allowed',
      message: 'Access denied. Admins only.',
      text: { code: 'adminsOnly' },
    },
  ])
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

test('an error handler of an endpoint also receives the errors of limits, and may respond to them', async () => {
  const definition = definitionWith({ path: '/api/auth/things', params: z.object({}), limit: 'admin-key' })
  const errors: unknown[] = []
  const served: Endpoint = {
    ...endpoint(definition)(() => ({})),
    onError: (error: unknown, _request, response, _next) => {
      errors.push(error)
      response.redirect(302, '/login')
    },
  }
  const app = await serve([served], { ...guards, limits: rateLimits({ isEnabled: true }) })
  const statuses: number[] = []
  for (let attempts = 0; attempts < 6; attempts += 1)
    statuses.push((await app.request('/auth/things')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 302])
  expect(errors).toMatchObject([{ code: 'too-many' }])
})

/** Serves an endpoint whose limit counts what succeeds. `answer` says how it answers. */
async function serveSignUp(options: { isAtEvent?: () => Promise<boolean> } = {}) {
  const answer: { code: RefusalCode | undefined } = { code: undefined }
  const definition = definitionWith({
    method: 'POST',
    path: '/api/people',
    params: z.object({}),
    limit: 'sign-up',
  })
  const handler = () => {
    if (answer.code !== undefined) throw untranslated(answer.code, 'The reason.')
    return {}
  }
  const app = await serve([endpoint(definition)(handler)], {
    ...guards,
    limits: rateLimits({ isEnabled: true, ...options }),
  })
  const send = () => app.request('/api/people', { method: 'POST' })
  return {
    send,
    /** Sends so many requests at once that are answered alike, and counts the statuses. */
    sendMany: async (count: number, code?: RefusalCode) => {
      answer.code = code
      const statuses: Record<number, number> = {}
      for (const { status } of await Promise.all(Array.from({ length: count }, send)))
        statuses[status] = (statuses[status] ?? 0) + 1
      return statuses
    },
  }
}

test('refused requests have a bound of their own and do not use up the successes of others', async () => {
  const { sendMany } = await serveSignUp()
  expect(await sendMany(100, 'name-taken')).toEqual({ 409: 100 })
  expect(await sendMany(250)).toEqual({ 200: 250 })
  // Beyond the bound, the answer no longer says why.
  expect(await sendMany(100, 'invalid-fields')).toEqual({ 429: 100 })
  expect(await sendMany(50)).toEqual({ 200: 50 })
  expect(await sendMany(1)).toEqual({ 429: 1 })
})

test('a script whose requests are refused is not read any more after ten times the bound', async () => {
  const { sendMany } = await serveSignUp()
  for (let round = 0; round < 10; round += 1) await sendMany(100, 'name-taken')
  expect(await sendMany(1)).toEqual({ 429: 1 })
})

test('what the server is too busy for counts neither as refused nor as a success', async () => {
  const { sendMany } = await serveSignUp()
  for (let round = 0; round < 12; round += 1) expect(await sendMany(100, 'busy')).toEqual({ 503: 100 })
  expect(await sendMany(100, 'name-taken')).toEqual({ 409: 100 })
  expect(await sendMany(300)).toEqual({ 200: 300 })
})

test('a refusal by a limit says why, and for how long, in the message and in Retry-After', async () => {
  const { send, sendMany } = await serveSignUp()
  await sendMany(300)
  const { status, headers, json } = await send().then((response) => ({ ...response, json: response.json() }))
  expect([status, json]).toMatchObject([
    429,
    { code: 'too-many', message: 'Many people are signing up from your network. Try again in 1 hour.' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_590)
})

test('at an event there is no bound of what succeeds, and the one of what is refused stays', async () => {
  const { sendMany } = await serveSignUp({ isAtEvent: async () => true })
  for (let round = 0; round < 4; round += 1) expect(await sendMany(100)).toEqual({ 200: 100 })
  expect(await sendMany(101, 'name-taken')).toEqual({ 409: 100, 429: 1 })
})

/** Returns endpoints that respond with their own method and path. */
const respondingEndpoints = (definitions: readonly EndpointDefinition[]): Endpoint[] =>
  definitions.map((definition) => ({
    definition,
    handlers: [(_request, response) => void response.json(`${definition.method} ${definition.path}`)],
  }))
const openGuards = {
  authentication: { requireSession: pass, requireSessionOrOneTimeToken: pass },
  accessLevels,
  limits: {
    limit: () => pass,
    countRefused:
      () => (error: unknown, _request: unknown, _response: unknown, next: (error: unknown) => void) =>
        next(error),
  },
  // Safe: routers use the guards only as middleware.
} as unknown as Parameters<typeof createRoutes>[1]

test('a fixed path takes precedence over a path with an id, in any order of the endpoints', async () => {
  const orders = fc.shuffledSubarray([...allEndpoints], { minLength: allEndpoints.length })
  for (const order of [
    [...allEndpoints],
    allEndpoints.toReversed(),
    ...fc.sample(orders, { numRuns: 3, seed: 30 }),
  ]) {
    const withoutGuards = order.map((definition) => ({ ...definition, access: 'everyone' as const }))
    const app = await serve(respondingEndpoints(withoutGuards), openGuards)
    for (const { method, path } of allEndpoints) {
      const address = path.replaceAll(/:\w+/g, 'r1-d4-x')
      expect((await app.request(address, { method })).json()).toBe(`${method} ${path}`)
    }
  }
})

test('refuses to serve an address twice', () => {
  const twice = [definitionWith({}), definitionWith({ path: '/api/things/:thingId' })]
  expect(() => createRoutes(respondingEndpoints(twice), guards)).toThrow('GET /things/: is served twice.')
})

test('an unexpected error of a handler reveals no details, with any thrown value', async () => {
  const inner = 'SELECT secret FROM /srv/thirty/events.db'
  const thrown: unknown[] = [
    new Error(inner),
    new TypeError(inner),
    inner,
    null,
    undefined,
    { status: 200, inner },
  ]
  for (const error of thrown) {
    const broken = endpoint(definitionWith({ access: 'everyone' }))(() => {
      throw error
    })
    const response = await (await serve([broken])).request('/api/things/x')
    expect([response.status, response.json()]).toEqual([
      500,
      {
        success: false,
        code: 'unexpected',
        message: 'Something went wrong. Please try again.',
        text: { code: 'somethingWentWrong' },
      },
    ])
    expect(response.text).not.toMatch(/SELECT|events\.db|\bat /)
  }
})
