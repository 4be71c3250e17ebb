import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { RequestHandler } from 'express'
import type { RouteTree } from './endpoint/route-tree.ts'

/**
 * Creates the handler of requests that no route has served: 405 with `Allow` for an address with routes for other methods, otherwise 404.
 * Without routes, always 404.
 */
export function notFoundHandler(routes?: RouteTree): RequestHandler {
  return (request, response) => {
    const methods = routes?.methodsAt(request.path) ?? new Set()
    if (methods.size === 0) throw new Refusal('not-found', 'There is nothing at this address.')
    if (methods.has('GET')) methods.add('HEAD')
    response.setHeader('Allow', [...methods].sort().join(', '))
    throw new Refusal('wrong-method', `This address doesn't support ${request.method}.`)
  }
}
