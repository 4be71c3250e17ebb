import type { RequestListener } from 'node:http'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { RouteTree } from '@thirty/infra/http/endpoint/route-tree.ts'
import type { IRouter } from 'express'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { describe, expect, test } from 'vitest'
import { endpointUses, pathOf } from './testing/endpoint-uses.ts'
import { findRefusalFault } from './testing/response-checks.ts'
import { productForFile } from './testing/product.ts'

const product = productForFile()
const participant = appForFile(() => product.participant())
const admin = appForFile(() => product.admin())

const withIds = (path: string, id: string) => path.replaceAll(/:\w+/g, id)

/** Routes of the product that are not endpoints of the API. */
const otherRoutes = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /uploads/:name', 'GET /{*page}']

/** Known mount paths. A router at another path is listed under `/unknown-mount`, which fails the test. */
const mountPaths = ['/assets']

/** Returns every route of a router, such as `GET /api/projects/:projectId`. */
function listRoutes(router: Pick<IRouter, 'stack'>, prefix = ''): string[] {
  return router.stack.flatMap((layer) => {
    if (layer.route) {
      const { methods, path } = layer.route as typeof layer.route & { methods: Record<string, boolean> }
      return Object.keys(methods).map((method) => `${method.toUpperCase()} ${prefix}${path}`)
    }
    const { match } = layer as typeof layer & { match(path: string): { path: string } | false }
    const isMountedAt = (path: string) => Boolean(match.call(layer, path))
    const found = mountPaths.find(isMountedAt) ?? '/unknown-mount'
    const mount = prefix + (isMountedAt('/never-mounted') ? '' : found)
    if (isRouter(layer.handle)) return listRoutes(layer.handle, mount)
    return isTree(layer.handle)
      ? layer.handle.routes.map(({ method, path }) => `${method} ${mount}${path}`)
      : []
  })
}

const isRouter = (handle: unknown): handle is IRouter => typeof handle === 'function' && 'stack' in handle
const isTree = (handle: unknown): handle is RouteTree => typeof handle === 'function' && 'routes' in handle

/** Returns the router of the application. `TestProduct` declares the application as a plain listener. */
const routerOf = (app: RequestListener) => (app as unknown as { router: IRouter }).router

test('exactly the defined endpoints are served, account endpoints at both of their paths', () => {
  const routes = endpointUses.map((use) => `${use.definition.method} ${pathOf(use)}`)
  const expected = [...new Set(routes), ...otherRoutes].toSorted()
  expect(listRoutes(routerOf(product.app)).toSorted()).toEqual(expected)
})

test.each([
  ['GET', '/api/nowhere', 404],
  ['GET', '/api', 404],
  ['GET', '/api/auth', 404],
  ['POST', '/api/auth/nowhere', 404],
  ['POST', '/auth/nowhere', 404],
  ['GET', '/api/projects/a/b/c', 404],
  ['DELETE', '/api/projects', 405],
  ['GET', '/api/auth/login', 405],
  ['PATCH', '/api/auth/me', 405],
  ['TRACE', '/api/auth/me', 405],
  ['PROPFIND', '/api/projects/all', 405],
  ['OPTIONS', '/api/projects/all', 405],
  ['OPTIONS', '/auth/github', 405],
])('%s %s is refused with %i for every role', async (method, path, status) => {
  for (const by of [undefined, participant, admin]) {
    const response = await product.answer(by, `${method} ${path}`)
    expect(response.status).toBe(status)
    expect(findRefusalFault(response)).toBeUndefined()
    expect(response.headers.allow !== undefined).toBe(status === 405)
  }
})

test('a fixed path is not taken for an id (T46)', async () => {
  for (const endpoint of ['GET /api/projects/count', 'GET /api/projects/all']) {
    expect((await product.answer(participant, endpoint)).status).toBe(403)
    expect((await product.answer(admin, endpoint)).status).toBe(200)
  }
  const mine = await product.send(participant, 'GET /api/projects/my-projects')
  expect(mine).toMatchObject({ projects: [] })
})

describe('a request that another site makes a browser send', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'is refused as %s (T71)',
    async (contentType) => {
      const isText = contentType.startsWith('text')
      const body = isText ? '{"email":"x@people.example"}' : 'email=x%40people.example'
      const headers = { 'content-type': contentType }
      for (const { method, path } of allEndpoints.filter((one) => one.method !== 'GET')) {
        const { status } = await product.ask({ method, path: withIds(path, 'x'), body, headers })
        expect([path, status]).toEqual([path, expect.toBeOneOf([400, 401, 415])])
      }
    },
  )

  test.each(['null', 'https://evil.example', 'http://thirty.test.evil.example'])(
    'gets no CORS header for the origin %s (T72)',
    async (origin) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const response = await product.ask({ method, path: '/api/leaderboard/showcase', headers })
        expect(response.headers).not.toHaveProperty('access-control-allow-origin')
      }
    },
  )
})

test('only the request line sets the method, not a header or a field (T77)', async () => {
  for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
    const [endpoint, body] = ['POST /api/projects/x?_method=DELETE', { _method: 'DELETE' }]
    const { status } = await product.answer(admin, endpoint, body, { [header]: 'DELETE' })
    expect(status).toBe(405)
  }
})

const endpointsWithQuery = allEndpoints.filter(({ query, status }) => query !== undefined && status !== 302)

test('a repeated parameter is refused (T77)', async () => {
  expect(endpointsWithQuery.length).toBeGreaterThan(4)
  for (const { path, query } of endpointsWithQuery) {
    const [name] = Object.keys(query?.shape ?? {})
    const endpoint = `GET ${withIds(path, participant.id)}?${name}=1&${name}=2`
    const responses = await Promise.all([participant, admin].map((by) => product.answer(by, endpoint)))
    expect([path, responses.map(({ status }) => status)]).toEqual([path, expect.arrayContaining([400])])
  }
})

test.each([
  'populate=user.passwordHash',
  'populate[]=user',
  'populate=user&populate=user',
  'populate=__proto__',
])('the inner fields of a user cannot be read with ?%s (T48)', async (query) => {
  const response = await product.answer(admin, `GET /api/projects/all?${query}`)
  expect(response.text).not.toMatch(/password|hash|token/i)
  // An unknown parameter name is ignored.
  expect(response.status).toBe(query.includes('[]') ? 200 : 400)
})

/** Names of streams, keys and files, and properties of every object. */
const foreignIds = (
  '$all %24et-x * a:b %0d%0aFLUSHALL%0d%0a %00 ..%2f..%2fetc%2fpasswd %2e%2e ....// toString constructor ' +
  "__proto__ hasOwnProperty user-1 challenge %F0%9F%98%80 '%20OR%201=1--"
).split(' ')

test.each(foreignIds)('the id %s is refused by every endpoint (T66, T67)', async (id) => {
  for (const { method, path, body, access } of allEndpoints.filter((one) => one.path.includes(':'))) {
    const by = access === 'operators' ? { token: product.operatorToken() } : admin
    const { status } = await product.answer(by, `${method} ${withIds(path, id)}`, body && {})
    const expected = method === 'GET' ? [400, 404] : [400, 403, 404, 409, 422]
    expect([path, status]).toEqual([path, expect.toBeOneOf(expected)])
  }
})

const nestedArray = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['invalid JSON', '{"a":', 400],
  ['null', 'null', 400],
  ['a number', '7', 400],
  ['an array', '[]', 400],
  ['a thousand levels of nesting', nestedArray(1_000), 400],
  ['twenty levels of nesting', `{"a":${nestedArray(20)}}`, 400],
  ['more than 100 kB', JSON.stringify({ fullName: 'x'.repeat(101_000) }), 413],
  ['__proto__', '{"__proto__":{"isAdmin":true}}', 400],
  ['a nested constructor and prototype', '{"fullName":{"constructor":{"prototype":{"isAdmin":true}}}}', 400],
])('a body with %s is refused by every endpoint (T67, T69)', async (_label, body, status) => {
  const headers = { 'content-type': 'application/json' }
  for (const { method, path } of allEndpoints.filter((one) => one.body !== undefined)) {
    const response = await product.answer(admin, `${method} ${withIds(path, 'x')}`, body, headers)
    // Access is checked before the schema, but after the size limit.
    expect([path, response.status]).toEqual([path, expect.toBeOneOf(status === 400 ? [400, 403] : [status])])
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([{}, [], { $ne: null }, 5, true, null, 'x'.repeat(100_000)])(
  'a login name that is not a string is refused (T11)',
  async (emailOrUsername) => {
    const body = { emailOrUsername, password: 'Correct-horse-7' }
    const response = await product.answer(undefined, 'POST /api/auth/login', body)
    expect(response.status).toBe(typeof emailOrUsername === 'string' ? 413 : 400)
  },
)
