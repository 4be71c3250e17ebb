import type { RequestListener } from 'node:http'
import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import type { IRouter } from 'express'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findRefusalFault } from './testing/response-checks.ts'
import { endpointUses } from './testing/endpoint-uses.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// A whole product, with everything embedded, is started here.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
let participant: Person
let admin: Person
beforeAll(async () => {
  product = await startTestProduct()
  ;[participant, admin] = await Promise.all([product.participant(), product.admin()])
})
afterAll(() => product.close())

/** What the product answers beside its calls. */
const others = ['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /uploads/:name', 'GET /{*page}']

type Layer = IRouter['stack'][number] & { match(path: string): { path: string } | false }

/** Every place where something could be mounted; a router that is mounted anywhere else is told as unknown. */
const mounts = ['/api', '/auth', '/uploads', '/assets']

/** Every route of a router, as `GET /api/projects/:projectId`. */
function routesOf(router: Pick<IRouter, 'stack'>, under = ''): string[] {
  return router.stack.flatMap((layer) => {
    if (layer.route) {
      const { methods, path } = layer.route as typeof layer.route & { methods: Record<string, boolean> }
      return Object.keys(methods).map((method) => `${method.toUpperCase()} ${under}${path}`)
    }
    return isRouter(layer.handle) ? routesOf(layer.handle, under + mountOf(layer as Layer)) : []
  })
}

const isRouter = (handle: unknown): handle is IRouter => typeof handle === 'function' && 'stack' in handle

function mountOf(layer: Layer): string {
  const matched = layer.match('/never-mounted')
  if (matched) return ''
  return mounts.find((mount) => layer.match(mount)) ?? '/somewhere-unknown'
}

/** The router of the application that answers, which Express types as a plain listener here. */
const routerOf = (app: RequestListener) => (app as unknown as { router: IRouter }).router

test('exactly the calls are served, those of accounts at both of their addresses, and no route beside them', () => {
  const expected = allEndpoints.flatMap(({ method, path }) => [
    `${method} ${path}`,
    ...(path.startsWith('/api/auth/') ? [`${method} ${path.slice('/api'.length)}`] : []),
  ])
  expect(routesOf(routerOf(product.app)).toSorted()).toEqual([...expected, ...others].toSorted())
})

test('nothing but routes stands behind the reading of requests', () => {
  const layers = routerOf(product.app).stack as Layer[]
  const names = (path: string) =>
    layers.filter((layer) => !layer.route && layer.match(path)).map(({ name }) => name)
  // For everything (ids, headers, log, operations), then what the API puts before and behind its routes, then pages and ends.
  const general = ['assignCorrelationId', 'helmetMiddleware', '<anonymous>', 'router', 'router']
  const ends = ['router', '<anonymous>', '<anonymous>']
  const own = ['noStore', 'jsonParser', '<anonymous>', '<anonymous>', 'router', '<anonymous>']
  expect(names('/api/x')).toEqual([...general, ...own, ...ends])
  expect(names('/auth/x')).toEqual([...general, ...own, ...ends])
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
])('%s %s answers nobody (%i)', async (method, path, status) => {
  for (const token of [undefined, participant.token, admin.token]) {
    const answered = await product.ask({ method, path, token })
    expect(answered.status).toBe(status)
    expect(findRefusalFault(answered)).toBeUndefined()
    expect(answered.headers.allow !== undefined).toBe(status === 405)
  }
})

test('a fixed path is what it says, not an id (T46)', async () => {
  for (const path of ['/api/projects/count', '/api/projects/all']) {
    expect((await product.ask({ method: 'GET', path, token: participant.token })).status).toBe(403)
    expect((await product.ask({ method: 'GET', path, token: admin.token })).status).toBe(200)
  }
  const mine = await product.ask({
    method: 'GET',
    path: '/api/projects/my-projects',
    token: participant.token,
  })
  expect(mine.json).toMatchObject({ projects: [] })
})

describe('what a page of somebody else can make a browser send', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'as %s changes nothing (T71)',
    async (type) => {
      for (const { method, path } of allEndpoints) {
        if (method === 'GET') continue
        const body = type.startsWith('text') ? '{"email":"x@people.example"}' : 'email=x%40people.example'
        const asked = path.replaceAll(/:\w+/g, 'x')
        const answered = await product.ask({ method, path: asked, body, headers: { 'content-type': type } })
        expect([path, answered.status]).toEqual([path, expect.toBeOneOf([400, 401, 415])])
      }
    },
  )

  test.each(['null', 'https://evil.example', 'http://thirty.test.evil.example'])(
    'from %s is answered without a word that would let it read (T72)',
    async (origin) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const answered = await product.ask({ method, path: '/api/leaderboard/showcase', headers })
        expect(answered.headers).not.toHaveProperty('access-control-allow-origin')
      }
    },
  )
})

test('a method is what the request line says, whatever a header or a field says (T77)', async () => {
  for (const header of ['x-http-method-override', 'x-method-override', 'x-http-method']) {
    const answered = await product.ask({
      method: 'POST',
      path: '/api/projects/x?_method=DELETE',
      token: admin.token,
      headers: { [header]: 'DELETE' },
      body: { _method: 'DELETE' },
    })
    expect(answered.status).toBe(405)
  }
})

const lists = allEndpoints.filter(({ query, status }) => query !== undefined && status !== 302)

test('a parameter that is given twice means nothing (T77)', async () => {
  expect(lists.length).toBeGreaterThan(4)
  for (const { path, query } of lists) {
    const [name] = Object.keys(query?.shape ?? {})
    const asked = `${path.replaceAll(/:\w+/g, participant.id)}?${name}=1&${name}=2`
    const token = [participant, admin].map((person) => person.token)
    const answers = await Promise.all(
      token.map((one) => product.ask({ method: 'GET', path: asked, token: one })),
    )
    expect([path, answers.map(({ status }) => status)]).toEqual([path, expect.arrayContaining([400])])
  }
})

test.each([
  'populate=user.passwordHash',
  'populate[]=user',
  'populate=user&populate=user',
  'populate=__proto__',
])('the inner fields of a user stay closed to ?%s (T48)', async (query) => {
  const answered = await product.ask({
    method: 'GET',
    path: `/api/projects/all?${query}`,
    token: admin.token,
  })
  expect(answered.text).not.toMatch(/password|hash|token/i)
  // What is not the name of a parameter is passed over.
  expect(answered.status).toBe(query.includes('[]') ? 200 : 400)
})

/** Names of streams, keys and files, and what every object has. */
const strangers = [
  '$all',
  '%24et-x',
  '*',
  'a:b',
  '%0d%0aFLUSHALL%0d%0a',
  '%00',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '....//',
  'toString',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'user-1',
  'challenge',
  '%F0%9F%98%80',
  "'%20OR%201=1--",
]

test.each(strangers)('an id of %s is nobody’s (T66, T67)', async (id) => {
  for (const { definition: call } of endpointUses.filter(
    ({ definition: call, isAlias }) => call.path.includes(':') && !isAlias,
  )) {
    const path = call.path.replaceAll(/:\w+/g, id)
    const body = call.body === undefined ? undefined : {}
    const answered = await product.ask({ method: call.method, path, token: admin.token, body })
    const expected = call.method === 'GET' ? [400, 404] : [400, 403, 404, 409, 422]
    expect([path, answered.status]).toEqual([path, expect.toBeOneOf(expected)])
  }
})

const depth = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  ['a text that is no JSON', '{"a":', 400],
  ['a bare word', 'null', 400],
  ['a number', '7', 400],
  ['a list', '[]', 400],
  ['what is nested a thousand times', depth(1_000), 400],
  ['what is nested twenty times', `{"a":${depth(20)}}`, 400],
  ['more than 100 kB', JSON.stringify({ fullName: 'x'.repeat(101_000) }), 413],
  ['a prototype', '{"__proto__":{"isAdmin":true}}', 400],
  ['a prototype within', '{"fullName":{"constructor":{"prototype":{"isAdmin":true}}}}', 400],
])('%s is no request to any call (T67, T69)', async (_words, body, status) => {
  for (const { method, path, body: takes } of allEndpoints) {
    if (takes === undefined) continue
    const asked = path.replaceAll(/:\w+/g, 'x')
    const headers = { 'content-type': 'application/json' }
    const found = await product.ask({ method, path: asked, body, headers, token: admin.token })
    // Who may not ask at all is told so first, but never before what is no JSON has been seen for what it is.
    expect([path, found.status]).toEqual([path, expect.toBeOneOf(status === 400 ? [400, 403] : [status])])
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([{}, [], { $ne: null }, 5, true, null, 'x'.repeat(100_000)])(
  'an account name of another type logs nobody in (T11)',
  async (emailOrUsername) => {
    const body = { emailOrUsername, password: 'Correct-horse-7' }
    const answered = await product.ask({ method: 'POST', path: '/api/auth/login', body })
    expect(answered.status).toBe(typeof emailOrUsername === 'string' ? 413 : 400)
  },
)

test('one spelling of an address is as good as another, and has the same rights', async () => {
  for (const path of [
    '/API/Projects/COUNT',
    '/api/projects/count/',
    '/api//projects/count',
    '/api/projects/%63ount',
  ]) {
    const answers = await Promise.all(
      [undefined, participant.token, admin.token].map((token) => product.ask({ method: 'GET', path, token })),
    )
    const statuses = answers.map(({ status }) => status)
    expect([
      [401, 403, 200].join(),
      [404, 404, 404].join(),
      [401, 200, 404].join(),
      [401, 404, 404].join(),
    ]).toContain(statuses.join())
    expect(answers[1]?.status).not.toBe(200)
  }
})
