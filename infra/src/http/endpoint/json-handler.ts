import { Refusal, type FieldErrors } from '@thirty/contracts/refusals.ts'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { correlationIdOf } from '../correlation.ts'
import { validationMessage } from './validation-messages.ts'

type Schemas<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  params?: Params
  query?: Query
  /** Make it strict: then an unknown field is refused. */
  body?: Body
}

/** A request whose parts are what their schemas say. Parts without a schema are empty. */
export type RequestContext<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The same for everything that this request sets off. */
  correlation: string
  request: Request
  response: Response
}

const nothing = z.object({})
type Nothing = typeof nothing

/**
 * A handler with checked input. What it answers is sent as JSON (status 200, unless it set another one);
 * `undefined` says that it answered by itself. Malformed input is 400, a field that breaks a rule 422,
 * both with messages by field; a body that is no JSON is 415.
 */
export function jsonHandler<
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  schemas: Schemas<Params, Query, Body>,
  handle: (asked: RequestContext<z.infer<Params>, z.infer<Query>, z.infer<Body>>) => unknown,
): RequestHandler {
  return async (request, response) => {
    const answer = await handle({
      params: part(schemas.params, () => request.params, 'address'),
      query: part(schemas.query, () => singles(request.query), 'address'),
      body: part(schemas.body, () => jsonBody(request), 'body'),
      correlation: correlationIdOf(request),
      request,
      response,
    })
    if (answer !== undefined && !response.headersSent) answerJson(response, answer)
  }
}

/** What `response.json` does, without looking for a tag, a proxy or a callback first. */
function answerJson(response: Response, answer: unknown): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(answer))
}

/** Throws `malformed` or `invalid-fields`. */
function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  from: 'address' | 'body',
): z.infer<Schema> {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  throw inputRefusal(result.error, value, from)
}

function part<Schema extends z.ZodType>(
  schema: Schema | undefined,
  read: () => unknown,
  from: 'address' | 'body',
): z.infer<Schema> {
  // Without a schema the type parameter is its default, the empty object.
  return schema ? checked(schema, read(), from) : ({} as z.infer<Schema>)
}

/** A parameter given twice means two things, so it means nothing. */
function singles(query: Request['query']): unknown {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new Refusal('malformed', `The parameter ${name.slice(0, 40)} is given more than once.`)
    }
  }
  return query
}

function jsonBody(request: Request): unknown {
  if (request.body !== undefined) return request.body
  const isSent =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  if (isSent) throw new Refusal('wrong-type', 'Please send JSON (Content-Type: application/json).')
  // Saying nothing is saying that no field is given; the schema knows whether one was needed.
  return {}
}

function inputRefusal(error: z.ZodError, value: unknown, from: 'address' | 'body'): Refusal {
  const issues = error.issues.flatMap(meantIssues)
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    for (const field of fieldsOf(issue)) errors[field] ??= issue.message
  }
  const isMalformed = from === 'address' || issues.some((issue) => isShapeIssue(issue, value))
  return isMalformed
    ? new Refusal('malformed', 'The request is malformed.', asFields(errors))
    : new Refusal('invalid-fields', Object.values(errors)[0] ?? 'Please check your input.', asFields(errors))
}

/** Where there was a choice, what is wrong with the one that was meant: it knows the most of the fields. */
function meantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue]
  const unknown = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((sum, one) => sum + (one.code === 'unrecognized_keys' ? one.keys.length : 0), 0)
  const [meant] = issue.errors.toSorted(
    (one, other) => unknown(one) - unknown(other) || one.length - other.length,
  )
  return meant ?? [issue]
}

const asFields = (errors: Record<string, string>): FieldErrors | undefined =>
  Object.keys(errors).length > 0 ? errors : undefined

const fieldsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].join('.').slice(0, 80))
    : issue.path.length > 0
      ? [issue.path.join('.')]
      : []

/** Wrong types and unknown fields come from a broken client; a missing or bad value comes from a person. */
function isShapeIssue(issue: z.core.$ZodIssue, value: unknown): boolean {
  if (issue.code === 'unrecognized_keys') return true
  if (issue.path.length === 0 && issue.code === 'invalid_type') return true
  return issue.code === 'invalid_type' && valueAt(value, issue.path) !== undefined
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  )
}

// Reading an own property by any key is safe on every object.
const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
