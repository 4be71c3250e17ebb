import { confirmationHeader } from '@thirty/contracts/accounts/two-factor.ts'
import { vi } from 'vitest'

/** A request as the server receives it. */
export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  token: string | undefined
  idempotencyKey: string | null
  /** That the user has confirmed who they are. */
  confirmation?: string
}

/**
 * Returns the body of a successful response, or an `errorResponse`; throws to simulate an unreachable server.
 * `id` is the first path parameter.
 */
export type RouteHandler = (request: ReceivedRequest, id: string) => unknown

class ErrorResponse {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}

/** Returns a bare array with the cursor of its next page in the header, for a route handler to return. */
export const pageResponse = (rows: unknown[], nextCursor?: string): Response =>
  Response.json(rows, nextCursor === undefined ? {} : { headers: { 'X-Next-Cursor': nextCursor } })

/** Returns an error response of the server, for a route handler to return. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string>,
): ErrorResponse => new ErrorResponse(status, { success: false, code, message, ...(errors && { errors }) })

/** A route handler for an unreachable server. */
export const networkError: RouteHandler = () => {
  throw new TypeError('offline')
}

/**
 * Replaces `fetch` by a mock server for one test. Routes are named `GET /api/projects/:id`; if several match, the last
 * one handles the request. Returns the list of received requests, which grows as they arrive. A request without a route
 * fails.
 */
export function mockServer(routes: Record<string, RouteHandler>): ReceivedRequest[] {
  const requests: ReceivedRequest[] = []
  const handlers = Object.entries(routes).map(([name, handle]) => ({ pattern: routePattern(name), handle }))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://thirty.example')
    const confirmation = new Headers(init.headers).get(confirmationHeader)
    const request: ReceivedRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      token: new Headers(init.headers).get('Authorization')?.replace('Bearer ', ''),
      idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
      ...(confirmation !== null && { confirmation }),
    }
    requests.push(request)
    const name = `${request.method} ${request.path}`
    const handler = handlers.findLast(({ pattern }) => pattern.test(name))
    if (!handler) throw new Error(`The mock server has no route for ${name}`)
    const response = await handler.handle(request, handler.pattern.exec(name)?.[1] ?? '')
    if (response instanceof ErrorResponse) return Response.json(response.body, { status: response.status })
    return response instanceof Response ? response : Response.json(response)
  })
  return requests
}

const routePattern = (name: string): RegExp => new RegExp(`^${name.replace(/:\w+/g, '([^/]+)')}$`)
