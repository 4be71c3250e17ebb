import type { Call, May } from '@thirty/contracts/calls/call.ts'
import { allCalls } from '@thirty/contracts/calls/calls.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import express, { Router } from 'express'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { quietLog } from '../telemetry.ts'
import { authentication } from './authentication.ts'
import { endpoint, routersOf, type Endpoint } from './endpoint.ts'
import { runningApp } from './http-double.ts'
import { jsonBody } from './json-body.ts'
import { limits } from './limits.ts'
import { answerProblems } from './problems.ts'
import { sessionTokens } from './tokens.ts'

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
    sessionOf: (id) => people[id] && { version: 1, ...people[id] },
  }),
  limits: limits({ on: false }),
}

async function serving(endpoints: readonly Endpoint[], given: Parameters<typeof routersOf>[1] = guards) {
  const { api, accounts } = routersOf(endpoints, given)
  const app = express()
    .set('query parser', 'simple')
    .use('/api', ...jsonBody, Router().use('/auth', accounts).use(api))
    .use('/auth', ...jsonBody, accounts)
    .use(answerProblems(quietLog))
  const running = await runningApp(app)
  onTestFinished(running.close)
  return running
}

const callFor = (more: Partial<Call>): Call => ({
  method: 'GET',
  path: '/api/things/:userId',
  summary: 'A thing',
  may: 'everyone',
  limit: 'query',
  params: z.object({ userId: z.string().max(100) }),
  ...more,
})

// Nobody, a participant about what is their own, one about what is Ada's, an inactive one, an admin, a bad token, an old one.
const askers = [undefined, 'ada', 'bob', 'ida', 'root', 'bad', 'old']
const answers: Record<May, readonly number[]> = {
  everyone: [200, 200, 200, 200, 200, 200, 200],
  visitors: [200, 403, 403, 403, 403, 403, 403],
  'signed-in': [401, 200, 200, 401, 200, 401, 401],
  participants: [401, 200, 200, 401, 403, 401, 401],
  admins: [401, 403, 403, 401, 200, 401, 401],
  'self-or-admins': [401, 200, 403, 401, 200, 401, 401],
}

test.each(Object.entries(answers))('what is for %s is for nobody else', async (may, expected) => {
  const callers: unknown[] = []
  const served = endpoint(callFor({ may: may as May }))(({ caller }) => {
    callers.push(caller?.id)
    return {}
  })
  const app = await serving([served])
  const found: number[] = []
  for (const asker of askers) {
    const token = asker === 'bad' ? 'a.b.c' : asker === 'old' ? tokenOf('ada', 0) : asker && tokenOf(asker)
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    found.push((await app.ask('/api/things/ada', { headers })).status)
  }
  expect(found).toEqual(expected)
  expect(callers).toHaveLength(expected.filter((status) => status === 200).length)
})

test('whoever may not is told so before anything of the request is looked at, and without a try', async () => {
  let tries = 0
  const counted = { limit: () => (_: unknown, __: unknown, next: () => void) => (tries++, next()) }
  const call = callFor({ method: 'POST', may: 'admins', body: z.strictObject({ name: z.string() }) })
  const app = await serving([endpoint(call)(() => ({}))], { ...guards, limits: counted })
  const ask = (token: string) =>
    app.ask('/api/things/x', {
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
    onProblem: (problem: unknown, _request, response, _next) => {
      heard.push(problem)
      response.redirect(302, '/login')
    },
  }
  const app = await serving([served], { ...guards, limits: limits({ on: true }) })
  const statuses: number[] = []
  // One after the other, as they count.
  for (let tries = 0; tries < 6; tries += 1) statuses.push((await app.ask('/auth/things')).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 302])
  expect(heard).toMatchObject([{ code: 'too-many' }])
})

test('every try counts against the limit of its call, under both addresses and every spelling', async () => {
  const call = callFor({ path: '/api/auth/things', params: z.object({}), limit: 'admin-key' })
  const app = await serving([endpoint(call)(() => ({}))], { ...guards, limits: limits({ on: true }) })
  const paths = ['/api/auth/things', '/auth/things', '/API/AUTH/things', '/api/auth/things/', '/auth/THINGS']
  for (const path of paths) expect((await app.ask(path)).status).toBe(200)
  for (const path of paths) expect((await app.ask(path)).status).toBe(429)
})

/** Every call, served by its own name. */
const byName = (order: readonly Call[]): Endpoint[] =>
  order.map((call) => ({
    call,
    handlers: [(_request, response) => void response.json(`${call.method} ${call.path}`)],
  }))
const open = {
  authentication: { signedIn: pass, adminOnly: pass },
  limits: { limit: () => pass },
} as unknown as Parameters<typeof routersOf>[1]
function pass(_request: unknown, _response: unknown, next: () => void): void {
  next()
}

test('a fixed path goes before one with an id in it, in whatever order calls are served', async () => {
  const orders = fc.shuffledSubarray([...allCalls], { minLength: allCalls.length })
  for (const order of [
    [...allCalls],
    allCalls.toReversed(),
    ...fc.sample(orders, { numRuns: 3, seed: 30 }),
  ]) {
    const withoutGuards = order.map((call) => ({ ...call, may: 'everyone' as const }))
    const app = await serving(byName(withoutGuards), open)
    for (const { method, path } of allCalls) {
      const asked = path.replaceAll(/:\w+/g, 'r1-d4-x')
      expect((await app.ask(asked, { method })).json()).toBe(`${method} ${path}`)
    }
  }
})

test('a call is served once', () => {
  const twice = [callFor({}), callFor({ path: '/api/things/:thingId' })]
  expect(() => routersOf(byName(twice), guards)).toThrow('GET /api/things/: is served twice.')
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
    const broken = endpoint(callFor({ may: 'everyone' }))(() => {
      throw problem
    })
    const answer = await (await serving([broken])).ask('/api/things/x')
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
  const answer = await (await serving([refused])).ask('/api/things/x')
  expect([answer.status, answer.json()]).toEqual([
    404,
    { success: false, code: 'project-not-found', message: 'Project Not Found' },
  ])
})
