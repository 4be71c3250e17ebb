import { vi } from 'vitest'

/** A call as the server would see it. */
export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
  token: string | undefined
}

/** Answers the body of a success, or a `refusal`; throws for a server that cannot be reached. */
export type RouteHandler = (call: ReceivedRequest, id: string) => unknown

class RefusalAnswer {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}

/** The answer of a server that says no. */
export const errorResponse = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string>,
): RefusalAnswer => new RefusalAnswer(status, { success: false, code, message, ...(errors && { errors }) })

export const networkError: RouteHandler = () => {
  throw new TypeError('offline')
}

/**
 * Puts a server in the place of the network for one test. Routes are named `GET /api/projects/:id`; the last one that
 * fits answers. Returns the calls as they come in. A call that no route expects fails the test that made it.
 */
export function mockServer(routes: Record<string, RouteHandler>): ReceivedRequest[] {
  const calls: ReceivedRequest[] = []
  const table = Object.entries(routes).map(([name, answer]) => ({ name: patternOf(name), answer }))
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    const url = new URL(address, 'http://thirty.example')
    const call: ReceivedRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
      token: new Headers(request.headers).get('Authorization')?.replace('Bearer ', ''),
    }
    calls.push(call)
    const spoken = `${call.method} ${call.path}`
    const route = table.findLast(({ name }) => name.test(spoken))
    if (!route) throw new Error(`Nobody answers ${spoken}`)
    const answer = await route.answer(call, route.name.exec(spoken)?.[1] ?? '')
    if (answer instanceof RefusalAnswer) return Response.json(answer.body, { status: answer.status })
    return Response.json(answer)
  })
  return calls
}

const patternOf = (name: string): RegExp => new RegExp(`^${name.replace(/:\w+/g, '([^/]+)')}$`)
