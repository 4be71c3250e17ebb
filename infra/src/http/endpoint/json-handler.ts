// Creates Express handlers with validated input and a JSON response.

import { Refusal, untranslated, type FieldErrors } from '@thirty/contracts/endpoints/refusals.ts'
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import { forbidCompression, sendCompressed } from '../compression.ts'
import { correlationIdOf } from '../correlation.ts'
import { hasProgress, sendOutcome } from './progress.ts'
import { validationMessage } from './validation-messages.ts'
import { say } from '@thirty/contracts/texts/text.ts'

type Schemas<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> = {
  params?: Params
  query?: Query
  /** Use a strict schema, so that unknown fields are refused. */
  body?: Body
}

/** A request whose parts are parsed by their schemas. Parts without a schema are empty. */
export type RequestContext<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The id that the events and log lines of this request share. */
  correlation: string
  request: Request
  response: Response
}

const noFields = z.object({})
type NoFields = typeof noFields

/**
 * The result of `handle` is sent as JSON (with status 200 unless it set another one); `undefined` means that it sent the response itself.
 * Malformed input is 400 and an invalid field 422, both with messages by field; a body that is not JSON is 415. The response is compressed
 * if the caller accepts that and `isCompressible` is not false; then no proxy may compress it either, whether it is a success or a
 * failure.
 */
export function jsonHandler<
  Params extends z.ZodType = NoFields,
  Query extends z.ZodType = NoFields,
  Body extends z.ZodType = NoFields,
>(
  schemas: Schemas<Params, Query, Body>,
  handle: (context: RequestContext<z.infer<Params>, z.infer<Query>, z.infer<Body>>) => unknown,
  { isCompressible = true }: { isCompressible?: boolean } = {},
): RequestHandler {
  return async (request, response) => {
    // For failures and downloads, which are sent elsewhere.
    if (!isCompressible) forbidCompression(response)
    const result = await handle({
      params: parse(schemas.params, () => request.params, 'address'),
      query: parse(schemas.query, () => singleValues(request.query), 'address'),
      body: parse(schemas.body, () => readBody(request), 'body'),
      correlation: correlationIdOf(request),
      request,
      response,
    })
    if (result !== undefined && hasProgress(response))
      return sendOutcome(response, { status: response.statusCode, body: result })
    if (result === undefined || response.headersSent) return
    // Not `response.json`, whose work for ETags and settings the product does not use.
    response.setHeader('Content-Type', 'application/json; charset=utf-8')
    const text = JSON.stringify(result)
    if (isCompressible) await sendCompressed(request, response, text)
    else {
      forbidCompression(response)
      response.end(text)
    }
  }
}

/** Parses a part of a request. Throws `malformed` or `invalid-fields`. */
function parse<Schema extends z.ZodType>(
  schema: Schema | undefined,
  read: () => unknown,
  from: 'address' | 'body',
): z.infer<Schema> {
  // Safe: without a schema the type parameter is its default, the empty object.
  if (schema === undefined) return {} as z.infer<Schema>
  const value = read()
  let result: z.ZodSafeParseResult<z.infer<Schema>>
  try {
    result = schema.safeParse(value, { error: validationMessage })
  } catch (error) {
    // Zod compares the `length` of any value with a limit, and an object may have a `length` that cannot be compared.
    if (error instanceof TypeError) throw malformed()
    throw error
  }
  if (result.success) return result.data
  throw inputRefusal(result.error, value, from)
}

const malformed = (errors: FieldErrors = {}) =>
  new Refusal('malformed', 'The request is malformed.', Object.keys(errors).length > 0 ? errors : undefined)

/** Returns the query. Throws `malformed` for a parameter that is given more than once. */
function singleValues(query: Request['query']): unknown {
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') {
      throw new Refusal('malformed', `The parameter ${name.slice(0, 40)} is given more than once.`)
    }
  }
  return query
}

function readBody(request: Request): unknown {
  if (request.body !== undefined) return request.body
  const isSent =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0
  if (isSent) throw new Refusal('wrong-type', 'Please send JSON (Content-Type: application/json).')
  // No body is the same as no fields; the schema decides whether some are required.
  return {}
}

function inputRefusal(error: z.ZodError, value: unknown, from: 'address' | 'body'): Refusal {
  const issues = error.issues.flatMap(relevantIssues)
  const errors: Record<string, string> = {}
  for (const issue of issues) {
    for (const field of fieldsOf(issue)) errors[field] ??= issue.message
  }
  const isMalformed = from === 'address' || issues.some((issue) => isShapeIssue(issue, value))
  if (isMalformed) return malformed(errors)
  const [first] = Object.values(errors)
  return first === undefined
    ? new Refusal('invalid-fields', say('checkInput'))
    : untranslated('invalid-fields', first, errors)
}

/** Returns the issues of the member of a union that the caller most likely meant: the member with most of the fields. */
function relevantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue]
  const unknownFields = (issues: readonly z.core.$ZodIssue[]) =>
    issues.reduce((sum, each) => sum + (each.code === 'unrecognized_keys' ? each.keys.length : 0), 0)
  const [closest] = issue.errors.toSorted(
    (a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length,
  )
  return closest ?? [issue]
}

const fieldsOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].join('.').slice(0, 80))
    : issue.path.length > 0
      ? [issue.path.join('.')]
      : []

/** Wrong types and unknown fields come from a faulty client; missing and invalid values come from a person. */
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

// Safe: an object can be read by any key.
const isRecord = (value: unknown): value is Record<PropertyKey, unknown> =>
  typeof value === 'object' && value !== null
