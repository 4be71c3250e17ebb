import { Refusal } from '@thirty/contracts/refusals.ts'
import type { IRouter, RequestHandler } from 'express'

/**
 * Ends a router: an address that it knows for other methods is answered with 405 and their names, any other with 404.
 * The methods are read off the router itself, so no route has to be named twice.
 */
export function notFoundHere(router: IRouter): RequestHandler {
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
    // Express types its layers loosely; `match` sets `path` to the part of the address that the layer stands for.
    const matching = layer as Layer & { match(path: string): boolean; path?: string }
    if (!matching.match(path)) return []
    if (layer.route) return methodNames(layer.route)
    return isRouter(layer.handle)
      ? [...methodsOf(layer.handle, path.slice(matching.path?.length ?? 0) || '/')]
      : []
  })
  return new Set(found)
}

function methodNames(route: NonNullable<Layer['route']>): string[] {
  // Set by Express for every method that the route answers; missing in its types.
  const { methods } = route as typeof route & { methods: Record<string, boolean> }
  return Object.keys(methods).map((method) => method.toUpperCase())
}

const isRouter = (handle: unknown): handle is IRouter => typeof handle === 'function' && 'stack' in handle
