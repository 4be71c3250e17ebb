import { type RefusalCode, untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { queryResponse } from '@thirty/contracts/endpoints/responses.ts'
import { definitionWith, guards, headersFor, serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { rateLimits } from '../rate-limits/rate-limits.ts'
import { createRoutes, endpoint, type Endpoint } from './endpoint.ts'
import { routeTree } from './route-tree.ts'

test('lets no proxy compress what an endpoint must not compress, also when it fails or has its own caching', async () => {
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

test('responses say `success` if their schema has it, and only then', async () => {
  const numbered = z.object({ number: z.int() })
  const schemas = {
    plain: numbered,
    query: queryResponse.extend({ number: z.int() }),
    list: z.array(numbered),
  }
  const union = z.union([schemas.query, queryResponse.extend({ text: z.string() })])
  const of = <Response extends z.ZodType>(name: string, response: Response) =>
    endpoint(definitionWith({ path: `/api/${name}`, params: z.object({}), response }))
  const app = await serve([
    of('plain', schemas.plain)(() => ({ number: 1 })),
    of('query', schemas.query)(() => ({ number: 1 })),
    of('list', schemas.list)(() => [{ number: 1 }]),
    of('union', union)(() => ({ text: 'one' })),
  ])
  const bodyOf = async (name: string) => (await app.request(`/api/${name}`)).json()
  expect(await bodyOf('plain')).toEqual({ number: 1 })
  expect(await bodyOf('query')).toEqual({ success: true, number: 1 })
  expect(await bodyOf('list')).toEqual([{ number: 1 }])
  expect(await bodyOf('union')).toEqual({ success: true, text: 'one' })
})

test('an error handler of an endpoint also receives the errors of access and limits, and may respond to them', async () => {
  const path = '/api/auth/things'
  const changes = { path, params: z.object({}), access: 'view-admin-area', limit: 'admin-key' } as const
  const errors: unknown[] = []
  const served: Endpoint = {
    ...endpoint(definitionWith(changes))(() => ({})),
    onError: (error: unknown, _request, response, _next) => {
      errors.push(error)
      response.redirect(302, '/login')
    },
  }
  const app = await serve([served], { ...guards, limits: rateLimits({ isEnabled: true }) })
  const statuses: number[] = []
  for (const id of ['ada', ...Array<string>(6).fill('root')]) {
    statuses.push((await app.request('/auth/things', { headers: headersFor(id) })).status)
  }
  expect(statuses).toEqual([302, 200, 200, 200, 200, 200, 302])
  expect(errors).toMatchObject([{ code: 'not-allowed' }, { code: 'too-many' }])
})

test('refused requests have their own bound and do not use up the successes of others', async () => {
  let code: RefusalCode | undefined
  const served = endpoint(definitionWith({ method: 'POST', limit: 'sign-up' }))(() => {
    if (code !== undefined) throw untranslated(code, 'The reason.')
    return {}
  })
  const app = await serve([served], { ...guards, limits: rateLimits({ isEnabled: true }) })
  const send = () => app.request('/api/things/x', { method: 'POST' })
  /** Sends this many equal requests at once, and counts the statuses. */
  const sendMany = async (count: number, refusal?: RefusalCode) => {
    code = refusal
    const sent = Array.from({ length: count }, send)
    const statuses: Record<number, number> = {}
    for (const { status } of await Promise.all(sent)) statuses[status] = (statuses[status] ?? 0) + 1
    return statuses
  }
  expect(await sendMany(100, 'name-taken')).toEqual({ 409: 100 })
  expect(await sendMany(250)).toEqual({ 200: 250 })
  // Beyond the bound, the answer no longer says why.
  expect(await sendMany(100, 'invalid-fields')).toEqual({ 429: 100 })
  expect(await sendMany(50)).toEqual({ 200: 50 })
  const { status, headers, json } = await send()
  expect([status, json()]).toMatchObject([
    429,
    { code: 'too-many', message: 'Many people are signing up from your network. Try again in 1 hour.' },
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
})

test('refuses to serve an address twice', () => {
  const twice = [definitionWith({}), definitionWith({ path: '/api/things/:thingId' })]
  const served = twice.map((definition) => endpoint(definition)(() => ({})))
  expect(() => routeTree(createRoutes(served, guards))).toThrow('GET /api/things/: is served twice.')
})

test('an unexpected error of a handler reveals no details, with any thrown value', async () => {
  const inner = 'SELECT secret FROM /srv/thirty/events.db'
  const thrown: unknown[] = [new Error(inner), inner, null, undefined, { status: 200, inner }]
  for (const error of thrown) {
    const app = await serve([endpoint(definitionWith({}))(() => Promise.reject(error))])
    const { status, json } = await app.request('/api/things/x')
    const message = 'Something went wrong. Please try again.'
    const text = { code: 'somethingWentWrong' }
    expect([status, json()]).toEqual([500, { success: false, code: 'unexpected', message, text }])
  }
})
