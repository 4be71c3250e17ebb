// Makes routes of endpoint definitions and their handlers, with the checks of access, limits and input.

import {
  accessLevels,
  pendingAccountText,
  type Access,
  type AccessLevel,
  type AccessRule,
  type AccessWithCaller,
} from '@thirty/contracts/endpoints/access.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { saysSuccess } from '@thirty/contracts/endpoints/responses.ts'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { z } from 'zod'
import type { Text } from '@thirty/contracts/texts/text.ts'
import {
  requireCaller,
  optionalCaller,
  type Authentication,
  type Caller,
} from '../authentication/authentication.ts'
import { forbidCompression, sendCompressed } from '../compression.ts'
import { correlationIdOf } from '../correlation.ts'
import { countSuccess, type RateLimits } from '../rate-limits/rate-limits.ts'
import { sendDownload, type Download } from './download.ts'
import { parseRequest } from './parse-request.ts'
import { hasProgress, progressReporter, sendOutcome, type ReportProgress } from './progress.ts'
import { discardBody, rawBodyOf, type RawBody } from './request-body.ts'
import type { Route } from './route-tree.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : Record<string, never>
type BodyOf<Definition extends EndpointDefinition> = Definition extends { rawBody: object }
  ? RawBody
  : Parsed<Definition['body']>
type ResultOf<Definition extends EndpointDefinition> = Definition extends { download: readonly string[] }
  ? (Download & { type: Definition['download'][number] }) | undefined
  : Parsed<Definition['response']> | undefined
type WithReport<Definition extends EndpointDefinition> = Definition extends { progress: z.ZodType }
  ? { report: ReportProgress<z.infer<Definition['progress']>> }
  : object
type CallerFor<A extends Access> = A extends AccessWithCaller ? Caller : undefined

/** The parts of a request, parsed by their schemas; empty without a schema. */
export type RequestContext = {
  params: unknown
  query: unknown
  body: unknown
  /** The id that the events and log lines of this request share. */
  correlation: string
  request: Request
  response: Response
}

/** A request that has passed the access check, the limit and the schemas of its endpoint. */
export type EndpointRequest<Definition extends EndpointDefinition> = RequestContext & {
  params: Parsed<Definition['params']>
  query: Parsed<Definition['query']>
  body: BodyOf<Definition>
  caller: CallerFor<Definition['access']>
} & WithReport<Definition>

type Handler<Definition extends EndpointDefinition> = (
  request: EndpointRequest<Definition>,
) => ResultOf<Definition> | Promise<ResultOf<Definition>>

export type Endpoint = {
  definition: EndpointDefinition
  handlers: readonly RequestHandler[]
  /** Receives every error of the endpoint first, including refused access and exceeded limits. */
  onError?: ErrorRequestHandler
}

/**
 * Implements an endpoint: `endpoint(definition)(handler)`. The result of the handler is sent as JSON, with `success: true` if the schema of
 * the response has it, or streamed if the definition is a download; `undefined` means that it sent the response itself. A handler reads a body
 * with a file itself.
 */
export function endpoint<Definition extends EndpointDefinition>(definition: Definition) {
  const { rawBody, file, progress, compression, response: schema } = definition
  const success = schema && saysSuccess(schema) ? { success: true } : undefined
  // Curried, so that the definition is inferred before the handler is checked.
  return (handle: Handler<Definition>): Endpoint => {
    const handler: RequestHandler = async (request, response) => {
      // For failures and downloads, which are sent elsewhere.
      if (compression === 'never') forbidCompression(response)
      const context = {
        ...parseRequest(definition, request),
        ...(rawBody && { body: rawBodyOf(request, rawBody) }),
        ...(progress && { report: progressReporter(request, response) }),
        correlation: correlationIdOf(request),
        request,
        response,
        caller: optionalCaller(request),
      }
      // Safe: the definition provides the schemas, and the guards admit only callers that its access allows.
      const result = await handle(context as unknown as EndpointRequest<Definition>)
      // Consumed last, so that a caller whose request failed can retry with the same one-time token.
      await context.caller?.redeemedToken?.consume()
      await countSuccess(request)
      if (result !== undefined)
        await sendResult(definition, request, response, success ? { ...success, ...result } : result)
    }
    return { definition, handlers: [(rawBody ?? file) ? withDiscardedBody(handler) : handler] }
  }
}

async function sendResult(
  { status = 200, download, compression }: EndpointDefinition,
  request: Request,
  response: Response,
  result: unknown,
): Promise<void> {
  if (hasProgress(response)) return sendOutcome(response, { status, body: result })
  if (response.headersSent) return
  response.status(status)
  // Safe: the handler of a download returns one.
  if (download) return sendDownload(request, response, result as Download)
  // Not `response.json`, whose work for ETags and settings the product does not use.
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  const text = JSON.stringify(result)
  if (compression !== 'never') return sendCompressed(request, response, text)
  // Again, because the handler may have set its own caching.
  forbidCompression(response)
  response.end(text)
}

const withDiscardedBody =
  (handler: RequestHandler): RequestHandler =>
  async (request, response, next) => {
    try {
      await handler(request, response, next)
    } catch (error) {
      await discardBody(request, response)
      throw error
    }
  }

export type Guards = {
  authentication: Authentication
  /** Refuses callers who have to confirm first who they are (`confirmed` of a definition). */
  requireConfirmation: RequestHandler
  limits: RateLimits
}

/** Creates the routes of endpoints; those under `/api/auth` are under `/auth`, too. */
export const createRoutes = (endpoints: readonly Endpoint[], guards: Guards): Route[] =>
  endpoints.flatMap(({ definition, handlers, onError }) => {
    const { method, path, limit, file } = definition
    const all = [
      ...accessGuards(definition, guards),
      guards.limits.limit(limit),
      ...handlers,
      guards.limits.countRefused(limit),
      ...(file === undefined ? [] : [refundBusy(definition, guards)]),
      ...(onError ? [onError] : []),
    ]
    const paths = path.startsWith('/api/auth/') ? [path, path.slice('/api'.length)] : [path]
    return paths.map((each) => ({ method, path: each, handlers: all }))
  })

/** Takes back the attempt of an upload that the server was too busy for: few are allowed, and the user has to repeat it. */
const refundBusy =
  ({ limit }: EndpointDefinition, { limits }: Guards): ErrorRequestHandler =>
  async (error: unknown, request, _response, next) => {
    if (error instanceof Refusal && error.code === 'busy')
      await limits.refund(limit, limits.keyFor(limit, request))
    next(error)
  }

function accessGuards(definition: EndpointDefinition, guards: Guards): RequestHandler[] {
  const { access, acceptsOneTimeToken, confirmed } = definition
  const { authentication, requireConfirmation } = guards
  const level: AccessLevel = accessLevels[access]
  if (level.session === 'ignored') return []
  if (level.session === 'refused') return [refuseTokens(level.refusal)]
  const requireSession = acceptsOneTimeToken
    ? authentication.requireSessionOrOneTimeToken
    : level.admitsOperators
      ? authentication.requireSessionOrOperator
      : authentication.requireSession
  return [
    requireSession,
    admitCallers(definition, level.rule),
    ...(confirmed === true
      ? [definition.rawBody ? withDiscardedBody(requireConfirmation) : requireConfirmation]
      : []),
  ]
}

const refuseTokens =
  (refusal: Text): RequestHandler =>
  (request, _response, next) => {
    if (request.headers.authorization !== undefined) refuse('not-allowed', refusal)
    next()
  }

function admitCallers(definition: EndpointDefinition, rule: AccessRule | undefined): RequestHandler {
  const { method, allowsPending, allowsBeforeTwoFactor } = definition
  const admitsPending = method === 'GET' || allowsPending === true
  return (request, _response, next) => {
    const caller = requireCaller(request)
    if (caller.isPending && !admitsPending) refuse('account-pending', pendingAccountText)
    if (caller.needsTwoFactor && !allowsBeforeTwoFactor) refuse('two-factor-needed', 'setUpTwoFactorFirst')
    if (rule && !rule.allows(caller, request.params)) refuse('not-allowed', rule.refusal)
    next()
  }
}
