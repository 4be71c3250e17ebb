import type { EndpointDefinition, Access } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { Refusal, statusByCode } from '@thirty/contracts/refusals.ts'
import express, { Router } from 'express'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { silentLogger } from '../../logger.ts'
import { authentication } from '../authentication/authentication.ts'
import { endpoint, createRouters, type Endpoint } from './endpoint.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { jsonBody } from './json-body.ts'
import { rateLimits } from '../rate-limits/rate-limits.ts'
import { createErrorHandler } from '../error-handler.ts'
import { sessionTokens } from '../authentication/session-tokens.ts'

const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now })
const tokenOf = (id: string, version = 1) => tokens.issue({ id, version })
const people: Record<string, { status: 'active' | 'inactive'; isAdmin: boolean }> = {
  ada: { status: 'active', isAdmin: false },
  bob: { status: 'active', isAdmin: false },
  ida: { status: 'inactive', isAdmin: false },
  root: { status: 'active', isAdmin: true },
}
const guards = {
  authentication: authentication({
    tokens,
    findSession: (id) => people[id] && { version: 1, ...people[id] },
  }),
  limits: rateLimits({ isEnabled: false }),
}

async function serving(endpoints: readonly Endpoint[], given: Parameters<typeof createRouters>[1] = guards) {
  const { api, authRoutes: accounts } = createRouters(endpoints, given)
  const app = express()
    .set('query parser', 'simple')
    .use('/api', ...jsonBody, Router().use('/auth', accounts).use(api))
    .use('/auth', ...jsonBody, accounts)
    .use(createErrorHandler(silentLogger, statusByCode))
  const running = await startTestServer(app)
  onTestFinished(running.close)
  return running
}

const callFor = (more: Partial<EndpointDefinition>): EndpointDefinition => ({
  method: 'GET',
  path: '/api/things/:userId',
  summary: 'A thing',
  access: 'everyone',
  limit: 'query',
  params: z.object({ userId: z.string().max(100) }),
  ...more,
})

// Nobody, a participant about what is their own, one about what is Ada's, an inactive one, an admin, a bad token, an old one.
const askers = [undefined, 'ada', 'bob', 'ida', 'root', 'bad', 'old']
const answers: Record<Access, readonly number[]> = {
  everyone: [200, 200, 200, 200, 200, 200, 200],
  visitors: [200, 403, 403, 403, 403, 403, 403],
  'signed-in': [401, 200, 200, 401, 200, 401, 401],
  participants: [401, 200, 200, 401, 403, 401, 401],
  admins: [401, 403, 403, 401, 200, 401, 401],
  'self-or-admins': [401, 200, 403, 401, 200, 401, 401],
}

test.each(Object.entries(answers))('what is for %s is for nobody else', async (may, expected) => {
  const callers: unknown[] = []
  const served = endpoint(callFor({ access: may as Access }))(({ caller }) => {
    callers.push(caller?.id)
    return {}
  })
  const app = await serving([served])
  const found: number[] = []
  for (const asker of askers) {
    const token = asker === 'bad' ? 'a.b.c' : asker === 'old' ? tokenOf('ada', 0) : asker && tokenOf(asker)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    found.push((await app.request('/api/things/ada', { headers })).status)
  }
  expect(found).toEqual(expected)
  expect(callers).toHaveLength(expected.filter((status) => status === 200).length)
})

test('whoever may not is told so before anything of the request is looked at, and without a try', async () => {
  let tries = 0
  const counted = { limit: () => (_: unknown, __: unknown, next: () => void) => (tries++, next()) }
  const call = callFor({ method: 'POST', access: 'admins', body: z.strictObject({ name: z.string() }) })
  const app = await serving([endpoint(call)(() => ({}))], { ...guards, limits: counted })
  const ask = (token: string) =>
    app.request('/api/things/x', {
      method: 'POST',
      body: { wrong: 1 },
      headers: { authorization: `Bearer ${token}` },
    })
  expect([(await ask(tokenOf('ada'))).status, tries]).toEqual([403, 0])
  expect([(await ask(tokenOf('root'))).status, tries]).toEqual([400, 1])
})

test('who wants to hear of problems hears of those before its turn too, and may answer them', async () => {
  const call = callFor({ path: '/api/auth/things', params: z.object({}), limit: 'admin-key' })
  const heard: unknown[] = []
  const served: Endpoint = {
    ...endpoint(call)(() => ({})),
    onError: (problem: unknown, _request, response, _next) => {
      heard.push(problem)
      response.redirect(302, '/login')
    },
  }
  const app = await serving([served], { ...guards, limits: rateLimits({ isEnabled: true }) })
  const statuses: number[] = []
  // One after the other, as they count.
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await app.request('/auth/things')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 302])
  expect(heard).toMatchObject([{ code: 'too-many' }])
})

test('every try counts against the limit of its call, under both addresses and every spelling', async () => {
  const call = callFor({ path: '/api/auth/things', params: z.object({}), limit: 'admin-key' })
  const app = await serving([endpoint(call)(() => ({}))], {
    ...guards,
    limits: rateLimits({ isEnabled: true }),
  })
  const paths = ['/api/auth/things', '/auth/things', '/API/AUTH/things', '/api/auth/things/', '/auth/THINGS']
  for (const path of paths) expect((await app.request(path)).status).toBe(200)
  for (const path of paths) expect((await app.request(path)).status).toBe(429)
})

/** Every call, served by its own name. */
const byName = (order: readonly EndpointDefinition[]): Endpoint[] =>
  order.map((call) => ({
    definition: call,
    handlers: [(_request, response) => void response.json(`${call.method} ${call.path}`)],
  }))
const open = {
  authentication: { requireSession: pass, requireSessionOrOneTimeToken: pass, requireAdmin: pass },
  limits: { limit: () => pass },
} as unknown as Parameters<typeof createRouters>[1]
function pass(_request: unknown, _response: unknown, next: () => void): void {
  next()
}

test('a fixed path goes before one with an id in it, in whatever order calls are served', async () => {
  const orders = fc.shuffledSubarray([...allEndpoints], { minLength: allEndpoints.length })
  for (const order of [
    [...allEndpoints],
    allEndpoints.toReversed(),
    ...fc.sample(orders, { numRuns: 3, seed: 30 }),
  ]) {
    const withoutGuards = order.map((call) => ({ ...call, access: 'everyone' as const }))
    const app = await serving(byName(withoutGuards), open)
    for (const { method, path } of allEndpoints) {
      const asked = path.replaceAll(/:\w+/g, 'r1-d4-x')
      expect((await app.request(asked, { method })).json()).toBe(`${method} ${path}`)
    }
  }
})

test('a call is served once', () => {
  const twice = [callFor({}), callFor({ path: '/api/things/:thingId' })]
  expect(() => createRouters(byName(twice), guards)).toThrow('GET /api/things/: is served twice.')
})

test('a handler that breaks tells nothing of what broke, whatever it throws', async () => {
  const inner = 'SELECT secret FROM /srv/thirty/events.db'
  const thrown: unknown[] = [
    new Error(inner),
    new TypeError(inner),
    inner,
    null,
    undefined,
    { status: 200, inner },
  ]
  for (const problem of thrown) {
    const broken = endpoint(callFor({ access: 'everyone' }))(() => {
      throw problem
    })
    const answer = await (await serving([broken])).request('/api/things/x')
    expect([answer.status, answer.json()]).toEqual([
      500,
      { success: false, code: 'unexpected', message: 'Something went wrong. Please try again.' },
    ])
    expect(answer.text).not.toMatch(/SELECT|events\.db|\bat /)
  }
})

test('a refusal of a handler is its answer', async () => {
  const refused = endpoint(callFor({}))(() => {
    throw new Refusal('project-not-found', 'Project Not Found')
  })
  const answer = await (await serving([refused])).request('/api/things/x')
  expect([answer.status, answer.json()]).toEqual([
    404,
    { success: false, code: 'project-not-found', message: 'Project Not Found' },
  ])
})
