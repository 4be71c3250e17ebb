import { Refusal } from '@thirty/contracts/refusals.ts'
import type { IRouter, RequestHandler } from 'express'

/**
 * Creates the handler at the end of a router: 405 with `Allow` for an address that the router serves with other methods,
 * otherwise 404. The methods are read from the router, so that routes are declared once.
 */
export function notFoundHandler(router: IRouter): RequestHandler {
  return (request, response) => {
    const methods = methodsAt(router, request.path)
    if (methods.size === 0) throw new Refusal('not-found', 'There is nothing at this address.')
    if (methods.has('GET')) methods.add('HEAD')
    response.setHeader('Allow', [...methods].sort().join(', '))
    throw new Refusal('wrong-method', `This address doesn't support ${request.method}.`)
  }
}

type Layer = IRouter['stack'][number]

function methodsAt(router: Pick<IRouter, 'stack'>, path: string): Set<string> {
  const methods = router.stack.flatMap((layer) => {
    // `match` is missing in the types of Express; it returns the part of the path that the layer matches.
    const { path: matched } =
      (layer as Layer & { match(path: string): { path: string } | false }).match(path) || {}
    if (matched === undefined) return []
    if (layer.route) return routeMethods(layer.route)
    return isRouter(layer.handle) ? [...methodsAt(layer.handle, path.slice(matched.length) || '/')] : []
  })
  return new Set(methods)
}

function routeMethods(route: NonNullable<Layer['route']>): string[] {
  // Set by Express for every method of the route; missing in its types.
  const { methods } = route as typeof route & { methods: Record<string, boolean> }
  return Object.keys(methods).map((method) => method.toUpperCase())
}

const isRouter = (handle: unknown): handle is IRouter => typeof handle === 'function' && 'stack' in handle
