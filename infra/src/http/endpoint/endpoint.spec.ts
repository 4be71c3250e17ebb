import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { accessLevels } from '@thirty/contracts/endpoints/access.ts'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { definitionWith, guards, serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { pass } from '@thirty/infra/testing/http/pass.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../rate-limits/rate-limits.ts'
import { createRoutes, endpoint, type Endpoint } from './endpoint.ts'

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

test('at an event successes have no bound, and refused requests keep their bound', async () => {
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
