import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { EndpointDefinition } from '@thirty/contracts/api/endpoint-definition.ts'

export type Route = {
  method: EndpointDefinition['method']
  /** As Express writes it: `/things/:id`. */
  path: string
  handlers: readonly (RequestHandler | ErrorRequestHandler)[]
}

/** The routes that begin with the same parts; `parameter` stands for any part that no fixed one equals. */
type Node = { fixed: Map<string, Node>; parameter?: Node; routes: Map<string, Router> }

const newNode = (): Node => ({ fixed: new Map(), routes: new Map() })

/**
 * Returns a handler that finds the route of a request by the parts of its path, and passes on every request for which it finds none.
 * Express looks at one route after the other, which takes a tenth of the time of a command. The route itself is one of Express,
 * alone in its router, so parameters, errors and `request.route` are as always. An address in another form than the definition's, such
 * as with a slash at its end, is passed on.
 */
export function routeTree(routes: readonly Route[]): RequestHandler {
  const root = newNode()
  for (const { method, path, handlers } of routes) {
    const router = Router()
    router[methodNames[method]](path, ...handlers)
    nodeOf(root, path).routes.set(method, router)
  }
  return (request, response, next) => {
    // Express does not tell cases apart either.
    const router = find(root, request.path.toLowerCase())?.routes.get(
      request.method === 'HEAD' ? 'GET' : request.method,
    )
    if (router === undefined) next()
    else router(request, response, next)
  }
}

export const methodNames = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

/** Returns the node of a path of a definition; adds what is missing of it. */
function nodeOf(root: Node, path: string): Node {
  let node = root
  for (const part of path.toLowerCase().split('/')) {
    const next = part.startsWith(':') ? (node.parameter ??= newNode()) : (node.fixed.get(part) ?? newNode())
    if (!part.startsWith(':')) node.fixed.set(part, next)
    node = next
  }
  return node
}

function find(root: Node, path: string): Node | undefined {
  let node: Node | undefined = root
  for (const part of path.split('/')) {
    node = node.fixed.get(part) ?? (part === '' ? undefined : node.parameter)
    if (node === undefined) return undefined
  }
  return node
}
