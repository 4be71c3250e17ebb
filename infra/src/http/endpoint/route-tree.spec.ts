import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routeTree, type Route } from './route-tree.ts'

/** Returns which routes a handler calls for a request, with the parameters that they receive. */
function called(routes: RequestHandler, method: string, path: string): unknown[] {
  const calls: unknown[] = []
  // Safe: routes and the handlers below use nothing else of a request.
  const request = { method, url: path, path, calls } as unknown as Request
  const next = (error?: unknown) => calls.push(error === undefined ? 'passed on' : 'refused')
  try {
    routes(request, {} as Response, next)
  } catch (error) {
    next(error)
  }
  return calls
}

const recorded = ({ method, path }: { method: Route['method']; path: string }): Route => ({
  method,
  path,
  handlers: [
    (request: Request) =>
      void (request as Request & { calls: unknown[] }).calls.push([method, path, { ...request.params }]),
  ],
})

const routes = allEndpoints.map(recorded)
const tree = routeTree(routes)
/** Express compares the routes in their order, so the routes with fixed paths come first. */
const oneByOne = Router()
const methodNames = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const
const fixedFirst = ({ path }: Route) => path.replaceAll(/:\w+/g, '\uffff')
for (const { method, path, handlers } of routes.toSorted((a, b) => (fixedFirst(a) < fixedFirst(b) ? -1 : 1)))
  oneByOne[methodNames[method]](path, ...handlers)

test('every endpoint is found, with its parameters, in any order of the endpoints', () => {
  expect(routes.length).toBeGreaterThan(150)
  const shuffled = fc.shuffledSubarray(routes, { minLength: routes.length })
  const orders = fc.sample(shuffled, { numRuns: 3, seed: 30 })
  for (const ordered of [routes, routes.toReversed(), ...orders].map(routeTree))
    for (const { method, path } of routes) {
      const requested = path.replaceAll(/:(\w+)/g, 'A-%20$1')
      const found = called(ordered, method, requested)
      expect(found).toEqual([[method, path, expect.anything()]])
      expect(found).toEqual(called(oneByOne, method, requested))
      expect(ordered.methodsAt(requested)).toContain(method)
    }
})

test('for any request the tree calls the same routes as Express, and knows the methods of the address', () => {
  const parts = fc.constantFrom(
    ...new Set(routes.flatMap(({ path }) => path.split('/'))),
    ...'x a%2Fb %41 %ff COUNT Projects .. __proto__'.split(' '),
  )
  const path = fc
    .tuple(fc.array(parts, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '/', '//'))
    .map(([some, end]) => `/api/${some.join('/')}${end}`)
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
  fc.assert(
    fc.property(methods, path, (method, requested) => {
      const expected = called(oneByOne, method, requested)
      const found = called(tree, method, requested)
      // Express refuses a parameter that cannot be decoded before it looks at the method, the tree after it.
      const allowed = expected.includes('refused')
        ? [['refused'], ['passed on']]
        : [method === 'OPTIONS' ? ['passed on'] : expected]
      expect(allowed).toContainEqual(found)
      const answers = Object.keys(methodNames).map(
        (tried) => [tried, called(oneByOne, tried, requested)] as const,
      )
      if (answers.some(([, calls]) => calls.includes('refused'))) return
      const served = answers.flatMap(([tried, calls]) => (calls.includes('passed on') ? [] : [tried]))
      expect([...tree.methodsAt(requested)].toSorted()).toEqual(served.toSorted())
    }),
    { numRuns: 3_000, examples: ['drafts', 'projects'].map((list) => ['GET', `/api/${list}/%ff`]) },
  )
})

test('a fixed path that lacks the method leaves the request to the path with a parameter', () => {
  const both = routeTree([
    recorded({ method: 'GET', path: '/things/count' }),
    recorded({ method: 'DELETE', path: '/things/:id' }),
  ])
  expect(called(both, 'DELETE', '/things/count')).toEqual([['DELETE', '/things/:id', { id: 'count' }]])
  expect(both.methodsAt('/things/count')).toEqual(new Set(['GET', 'DELETE']))
})
