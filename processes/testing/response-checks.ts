import { isDeepStrictEqual } from 'node:util'
import { problem } from '@thirty/contracts/api/responses.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { statusByCode, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { possibleRefusals } from '@thirty/infra/http/endpoint/possible-refusals.ts'
import { emailPattern, type TestResponse, type Person } from './product.ts'

type Schema = NonNullable<EndpointDefinition['response']>

/** What is no request at all is told so before anybody knows which call was meant. */
const noRequest: ReadonlySet<string> = new Set(['malformed', 'too-large', 'wrong-type'])

/**
 * What is wrong with an answer to a call, in words; `undefined` when it is one that the call may give. A field that the
 * schema does not name is wrong too: nothing leaves that nobody declared.
 */
export function findResponseFault(call: EndpointDefinition, answered: TestResponse): string | undefined {
  const { status } = answered
  if (status === 304) return undefined
  if (status !== (call.status ?? 200)) return findRefusalFault(answered, possibleRefusals(call))
  return call.response && findSchemaFault(call.response, answered.json)
}

/** What is wrong with a refusal: it must be a problem with the status of its code, and a code from among these. */
export function findRefusalFault(
  { status, json }: Pick<TestResponse, 'status' | 'json'>,
  codes?: ReadonlySet<string>,
): string | undefined {
  const fault = findSchemaFault(problem, json)
  if (fault !== undefined) return fault
  const { code } = problem.parse(json)
  // Any code that is none of ours has no status, and is told as wrong.
  if (statusByCode[code as RefusalCode] !== status) return `${code} came with status ${status}.`
  if (codes?.has(code) === false && !noRequest.has(code))
    return `The call does not say that it may refuse with ${code}.`
  return undefined
}

/** What is wrong with something that was told, held against the schema of it; `undefined` when nothing is. */
export function findSchemaFault(schema: Schema, json: unknown): string | undefined {
  const parsed = schema.safeParse(json)
  if (!parsed.success) return `It is not true to its schema: ${parsed.error.message}`
  // Parsing leaves out what the schema does not name.
  return isDeepStrictEqual(parsed.data, json) ? undefined : 'It has fields that its schema does not name.'
}

/** Who must not learn what others keep to themselves: everybody but admins. */
type Reader = Pick<Person, 'email'> | undefined

/**
 * What an answer tells that is not for this reader: addresses of others, hashes, tokens. Whoever just signed in is told
 * who they are, and their token.
 */
export function findLeak(
  { text, status, json }: Pick<TestResponse, 'text' | 'status' | 'json'>,
  reader: Reader,
  isSignIn = false,
): string | undefined {
  const signedIn = isSignIn && status < 300 ? (json as { user?: Reader; token?: string }) : undefined
  const own = [reader?.email, signedIn?.user?.email]
  const foreign = text.match(emailPattern)?.find((address) => !own.includes(address))
  if (foreign !== undefined) return `It tells the address ${foreign}.`
  if (text.includes('$argon2')) return 'It tells a hash of a password.'
  return signedIn === undefined && hasSessionToken(text) ? 'It tells a token.' : undefined
}

/** A state of a sign-in elsewhere has the same form, but opens nothing. */
const hasSessionToken = (text: string): boolean =>
  [...text.matchAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g)].some(([, claims = '']) =>
    Buffer.from(claims, 'base64url').toString().includes('"typ":"session"'),
  )

/** Calls that sign somebody in. */
const signIns: ReadonlySet<string> = new Set([
  '/api/auth/signup',
  '/api/auth/login',
  '/api/auth/admin-signup',
  '/api/auth/change-password',
])

/** Whether the answer of a call is the place for a token. */
export const isSignIn = (call: EndpointDefinition | undefined): boolean =>
  call !== undefined && signIns.has(call.path)
