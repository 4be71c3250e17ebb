// Parses the input of a request by the schemas of its endpoint. Malformed input is 400 and an invalid field 422, both with messages by
// field; a body that is not JSON is 415.

import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { Refusal, untranslated, type FieldErrors } from '@thirty/contracts/endpoints/refusals.ts'
import type { Request } from 'express'
import type { z } from 'zod'
import { say, rule } from '@thirty/contracts/texts/text.ts'

/** Returns the parts of a request that the definition has a schema for; others are empty. Throws `malformed` or `invalid-fields`. */
export const parseRequest = (
  { params, query, body }: Pick<EndpointDefinition, 'params' | 'query' | 'body'>,
  request: Request,
) => ({
  params: params ? parse(params, request.params, 'address') : {},
  query: query ? parse(query, singleValues(request.query), 'address') : {},
  body: body ? parse(body, readBody(request), 'body') : {},
})

function parse(schema: z.ZodType, value: unknown, from: 'address' | 'body'): unknown {
  let result: z.ZodSafeParseResult<unknown>
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
function singleValues(query: Request['query']): Request['query'] {
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

/** Returns the message of an issue for which the schema has none of its own. */
export const validationMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? rule('isMissing')
        : `This must be ${kinds[issue.expected] ?? 'something else'}.`
    case 'too_big':
      return isList(issue.origin)
        ? `This can have at most ${entries(issue.maximum)}.`
        : `This must be at most ${issue.maximum}${lengthUnit(issue.origin, issue.maximum)}.`
    case 'too_small':
      return isList(issue.origin)
        ? `This must have at least ${entries(issue.minimum)}.`
        : `This must be at least ${issue.minimum}${lengthUnit(issue.origin, issue.minimum)}.`
    case 'invalid_value':
      return issue.values.length === 1
        ? `This must be ${String(issue.values[0])}.`
        : `This must be one of: ${issue.values.map(String).join(', ')}.`
    case 'unrecognized_keys':
      return 'This field is not known.'
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'custom':
      return 'This has the wrong format.'
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const isList = (origin: string): boolean => origin === 'array'
const entries = (count: number | bigint): string => (Number(count) === 1 ? '1 entry' : `${count} entries`)
const lengthUnit = (origin: string, length: number | bigint): string =>
  origin === 'string' ? ` ${Number(length) === 1 ? 'character' : 'characters'} long` : ''
