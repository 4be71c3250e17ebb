import { Refusal } from '@thirty/contracts/refusals.ts'
import type { IRouter, RequestHandler } from 'express'

/**
 * Ends a router: an address that it knows for other methods is answered with 405 and their names, any other with 404.
 * The methods are read off the router itself, so no route has to be named twice.
 */
export function notFoundHandler(router: IRouter): RequestHandler {
  return (request, response) => {
    const methods = methodsOf(router, request.path)
    if (methods.size === 0) throw new Refusal('not-found', 'There is nothing at this address.')
    if (methods.has('GET')) methods.add('HEAD')
    response.setHeader('Allow', [...methods].sort().join(', '))
    throw new Refusal('wrong-method', `This address does not answer ${request.method}.`)
  }
}

type Layer = IRouter['stack'][number]

function methodsOf(router: Pick<IRouter, 'stack'>, path: string): Set<string> {
  const found = router.stack.flatMap((layer) => {
    // Missing in the types of Express: which part of the address the layer stands for.
    const { path: own } =
      (layer as Layer & { match(path: string): { path: string } | false }).match(path) || {}
    if (own === undefined) return []
    if (layer.route) return methodNames(layer.route)
    return isRouter(layer.handle) ? [...methodsOf(layer.handle, path.slice(own.length) || '/')] : []
  })
  return new Set(found)
}

function methodNames(route: NonNullable<Layer['route']>): string[] {
  // Set by Express for every method that the route answers; missing in its types.
  const { methods } = route as typeof route & { methods: Record<string, boolean> }
  return Object.keys(methods).map((method) => method.toUpperCase())
}

const isRouter = (handle: unknown): handle is IRouter => typeof handle === 'function' && 'stack' in handle
