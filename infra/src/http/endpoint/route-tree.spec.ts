import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { Router, type Request, type Response } from 'express'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { methodNames, routeTree, type Route } from './route-tree.ts'

/** Returns which routes a router calls for a request, with the parameters that they receive. */
function called(router: ReturnType<typeof routeTree>, method: string, path: string): unknown[] {
  const calls: unknown[] = []
  // Safe: routers and the handlers below use nothing else of a request.
  const request = { method, url: path, path, calls } as unknown as Request
  router(request, {} as Response, () => calls.push('passed on'))
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

/** Fixed paths come first, as in the product. */
const routes = allEndpoints
  .map(recorded)
  .toSorted((a, b) => (a.path.replaceAll(/:\w+/g, '\uffff') < b.path.replaceAll(/:\w+/g, '\uffff') ? -1 : 1))
const tree = routeTree(routes)
const oneByOne = Router()
for (const { method, path, handlers } of routes) oneByOne[methodNames[method]](path, ...handlers)

test('every endpoint is found, with its parameters', () => {
  expect(routes.length).toBeGreaterThan(150)
  for (const { method, path } of routes) {
    const found = called(tree, method, path.replaceAll(/:(\w+)/g, 'a-%20$1'))
    expect(found).toEqual([[method, path, expect.anything()]])
    expect(found).toEqual(called(oneByOne, method, path.replaceAll(/:(\w+)/g, 'a-%20$1')))
  }
})

test('for any request the tree finds the route of Express, or passes the request on', () => {
  const parts = fc.constantFrom(
    ...new Set(routes.flatMap(({ path }) => path.split('/'))),
    'x',
    '%41',
    'COUNT',
    'Projects',
  )
  const path = fc.array(parts, { minLength: 1, maxLength: 6 }).map((some) => `/api/${some.join('/')}`)
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS')
  fc.assert(
    fc.property(methods, path, (method, requested) => {
      expect([['passed on'], called(oneByOne, method, requested)]).toContainEqual(
        called(tree, method, requested),
      )
    }),
    { numRuns: 2_000 },
  )
})

test.each(['/api/projects/', '/api//projects'])('%s is left to Express', (path) => {
  expect(called(tree, 'GET', path)).toEqual(['passed on'])
})
