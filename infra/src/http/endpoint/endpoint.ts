import type { EndpointDefinition, Access } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { z } from 'zod'
import {
  requireCaller,
  optionalCaller,
  type Authentication,
  type Caller,
} from '../authentication/authentication.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { jsonHandler, type RequestContext } from './json-handler.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : Record<string, never>
type CallerOf<M extends Access> = M extends 'everyone' | 'visitors' ? undefined : Caller

/** A request that has passed everything its call asks for. */
export type EndpointRequest<One extends EndpointDefinition> = RequestContext<
  Parsed<One['params']>,
  Parsed<One['query']>,
  Parsed<One['body']>
> & { caller: CallerOf<One['access']> }

type Handle<One extends EndpointDefinition> = (
  asked: EndpointRequest<One>,
) => Maybe<Parsed<One['response']> | undefined>
type Maybe<Value> = Value | Promise<Value>

/** A call, and who serves it. */
export type Endpoint = {
  definition: EndpointDefinition
  handlers: readonly RequestHandler[]
  /** Hears first what the call ran into, also before it was its turn, such as too many tries. */
  onError?: ErrorRequestHandler
}

/**
 * Serves a call: `endpoint(call)(handle)`. The handler is asked only by who may, within the limit, with checked input.
 * Its answer is sent as JSON; `undefined` says that it answered by itself. `before` reads what comes in another way than
 * as JSON, such as a file.
 */
export function endpoint<One extends EndpointDefinition>(call: One, before: readonly RequestHandler[] = []) {
  const { params, query, body, status = 200 } = call
  const schemas = { ...(params && { params }), ...(query && { query }), ...(body && { body }) }
  // In two steps, so that the call is known when the types of the handler are worked out.
  return (handle: Handle<One>): Endpoint => {
    const handler = jsonHandler(schemas, async (asked) => {
      const whole = { ...asked, caller: optionalCaller(asked.request) }
      // The schemas are the call's own, and the guard has let in whom it says.
      const answer = await handle(whole as unknown as EndpointRequest<One>)
      // Last, so that whoever could not be answered comes again with the same ticket.
      await whole.caller?.redeemedToken?.consume()
      if (answer !== undefined) asked.response.status(status)
      return answer
    })
    return { definition: call, handlers: [...before, handler] }
  }
}

/** Who guards the calls. */
export type Guards = {
  authentication: Pick<Authentication, 'requireSession' | 'requireSessionOrOneTimeToken' | 'requireAdmin'>
  limits: Pick<RateLimits, 'limit'>
}

/**
 * The routers of all calls: `api` to be mounted under `/api`, and `accounts`, those under `/api/auth`, which answer
 * under `/auth` too. Nothing is served that has no call, and none twice.
 */
export function createRouters(
  endpoints: readonly Endpoint[],
  guards: Guards,
): { api: Router; authRoutes: Router } {
  refuseDoubles(endpoints)
  const [api, accounts] = [new Calls(), new Calls()]
  for (const { definition: call, handlers, onError: onProblem } of endpoints.toSorted(fixedFirst)) {
    const [calls, path] = call.path.startsWith('/api/auth/')
      ? [accounts, call.path.slice('/api/auth'.length)]
      : [api, call.path.slice('/api'.length)]
    const all = [...guardsOf(call, guards), guards.limits.limit(call.limit), ...handlers]
    calls.serve(call.method, path, [...all, ...(onProblem ? [onProblem] : [])])
  }
  return { api: api.router, authRoutes: accounts.router }
}

type Handlers = readonly (RequestHandler | ErrorRequestHandler)[]

/** A router whose fixed paths are looked up, where Express tries one path after the other; it still has the last word. */
class Calls {
  readonly router = Router()
  readonly #fixed = new Map<string, Router>()

  constructor() {
    this.router.use((request, response, next) => {
      const fixed = this.#fixed.get(`${request.method} ${request.path}`)
      if (fixed) fixed(request, response, next)
      else next()
    })
  }

  serve(method: EndpointDefinition['method'], path: string, handlers: Handlers): void {
    this.router[methods[method]](path, ...handlers)
    if (!path.includes(':'))
      this.#fixed.set(`${method} ${path}`, Router()[methods[method]](path, ...handlers))
  }
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function guardsOf(
  { access: may, acceptsOneTimeToken: takesTicket }: EndpointDefinition,
  { authentication }: Guards,
): RequestHandler[] {
  const { requireAdmin: adminOnly } = authentication
  const signedIn = takesTicket ? authentication.requireSessionOrOneTimeToken : authentication.requireSession
  switch (may) {
    case 'everyone':
      return []
    case 'visitors':
      return [visitorsOnly]
    case 'signed-in':
      return [signedIn]
    case 'participants':
      return [signedIn, participantsOnly]
    case 'admins':
      return [adminOnly]
    case 'self-or-admins':
      return [signedIn, selfOrAdmins]
    default:
      return may satisfies never
  }
}

const visitorsOnly: RequestHandler = (request, _response, next) => {
  if (request.headers.authorization !== undefined)
    throw new Refusal('not-allowed', 'You are signed in already.')
  next()
}

const participantsOnly: RequestHandler = (request, _response, next) => {
  if (requireCaller(request).isAdmin)
    throw new Refusal('not-allowed', 'Admins do not take part in the challenge.')
  next()
}

const selfOrAdmins: RequestHandler = (request, _response, next) => {
  const { id, isAdmin } = requireCaller(request)
  if (!isAdmin && request.params['userId'] !== id) throw new Refusal('not-allowed', 'Access denied.')
  next()
}

/** A fixed part goes before one that changes: `count` is no id. */
function fixedFirst(one: Endpoint, other: Endpoint): number {
  const [left, right] = [one, other].map(({ definition: call }) => call.path.replaceAll(/:\w+/g, '\uffff'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}

function refuseDoubles(endpoints: readonly Endpoint[]): void {
  const names = endpoints.map(
    ({ definition: call }) => `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`,
  )
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`${twice} is served twice.`)
}
