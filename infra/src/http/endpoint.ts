import type { Call, May } from '@thirty/contracts/calls/call.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { Router, type ErrorRequestHandler, type RequestHandler } from 'express'
import type { z } from 'zod'
import { callerOf, visitorOrCaller, type Authentication, type Caller } from './authentication.ts'
import type { Limits } from './limits.ts'
import { route, type Asked } from './route.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : Record<string, never>
type CallerOf<M extends May> = M extends 'everyone' | 'visitors' ? undefined : Caller

/** A request that has passed everything its call asks for. */
export type AskedFor<One extends Call> = Asked<
  Parsed<One['params']>,
  Parsed<One['query']>,
  Parsed<One['body']>
> & { caller: CallerOf<One['may']> }

type Handle<One extends Call> = (asked: AskedFor<One>) => Maybe<Parsed<One['answer']> | undefined>
type Maybe<Value> = Value | Promise<Value>

/** A call, and who serves it. */
export type Endpoint = {
  call: Call
  handlers: readonly RequestHandler[]
  /** Hears first what the call ran into, also before it was its turn, such as too many tries. */
  onProblem?: ErrorRequestHandler
}

/**
 * Serves a call: `endpoint(call)(handle)`. The handler is asked only by who may, within the limit, with checked input.
 * Its answer is sent as JSON; `undefined` says that it answered by itself. `before` reads what comes in another way than
 * as JSON, such as a file.
 */
export function endpoint<One extends Call>(call: One, before: readonly RequestHandler[] = []) {
  const { params, query, body, status = 200 } = call
  const schemas = { ...(params && { params }), ...(query && { query }), ...(body && { body }) }
  // In two steps, so that the call is known when the types of the handler are worked out.
  return (handle: Handle<One>): Endpoint => {
    const handler = route(schemas, async (asked) => {
      const whole = { ...asked, caller: visitorOrCaller(asked.request) }
      // The schemas are the call's own, and the guard has let in whom it says.
      const answer = await handle(whole as unknown as AskedFor<One>)
      // Last, so that whoever could not be answered comes again with the same ticket.
      await whole.caller?.issued?.useUp()
      if (answer !== undefined) asked.response.status(status)
      return answer
    })
    return { call, handlers: [...before, handler] }
  }
}

/** Who guards the calls. */
export type Guards = {
  authentication: Pick<Authentication, 'signedIn' | 'signedInOrTicket' | 'adminOnly'>
  limits: Pick<Limits, 'limit'>
}

/**
 * The routers of all calls: `api` to be mounted under `/api`, and `accounts`, those under `/api/auth`, which answer
 * under `/auth` too. Nothing is served that has no call, and none twice.
 */
export function routersOf(endpoints: readonly Endpoint[], guards: Guards): { api: Router; accounts: Router } {
  refuseDoubles(endpoints)
  const [api, accounts] = [new Calls(), new Calls()]
  for (const { call, handlers, onProblem } of endpoints.toSorted(fixedFirst)) {
    const [calls, path] = call.path.startsWith('/api/auth/')
      ? [accounts, call.path.slice('/api/auth'.length)]
      : [api, call.path.slice('/api'.length)]
    const all = [...guardsOf(call, guards), guards.limits.limit(call.limit), ...handlers]
    calls.serve(call.method, path, [...all, ...(onProblem ? [onProblem] : [])])
  }
  return { api: api.router, accounts: accounts.router }
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

  serve(method: Call['method'], path: string, handlers: Handlers): void {
    this.router[methods[method]](path, ...handlers)
    if (!path.includes(':'))
      this.#fixed.set(`${method} ${path}`, Router()[methods[method]](path, ...handlers))
  }
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function guardsOf({ may, takesTicket }: Call, { authentication }: Guards): RequestHandler[] {
  const { adminOnly } = authentication
  const signedIn = takesTicket ? authentication.signedInOrTicket : authentication.signedIn
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
  if (callerOf(request).isAdmin) throw new Refusal('not-allowed', 'Admins do not take part in the challenge.')
  next()
}

const selfOrAdmins: RequestHandler = (request, _response, next) => {
  const { id, isAdmin } = callerOf(request)
  if (!isAdmin && request.params['userId'] !== id) throw new Refusal('not-allowed', 'Access denied.')
  next()
}

/** A fixed part goes before one that changes: `count` is no id. */
function fixedFirst(one: Endpoint, other: Endpoint): number {
  const [left, right] = [one, other].map(({ call }) => call.path.replaceAll(/:\w+/g, '\uffff'))
  return (left ?? '') < (right ?? '') ? -1 : 1
}

function refuseDoubles(endpoints: readonly Endpoint[]): void {
  const names = endpoints.map(({ call }) => `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new TypeError(`${twice} is served twice.`)
}
