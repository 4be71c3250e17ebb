import { isDeepStrictEqual } from 'node:util'
import { problem } from '@thirty/contracts/endpoints/responses.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import { statusByCode, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { possibleRefusals } from '@thirty/contracts/endpoints/documentation.ts'
import { emailPattern, type TestResponse, type Person } from './product.ts'

type Schema = NonNullable<EndpointDefinition['response']>

/** Refusals of invalid requests, which come before the endpoint is known. */
const invalidRequestCodes: ReadonlySet<string> = new Set(['malformed', 'too-large', 'wrong-type'])

/**
 * Returns what is wrong with a response, or `undefined` if the endpoint may send it. A field that the schema does not
 * declare is a fault, too.
 */
export function findResponseFault(
  definition: EndpointDefinition,
  response: TestResponse,
): string | undefined {
  const { status } = response
  if (status === 304) return undefined
  if (status !== (definition.status ?? 200)) return findRefusalFault(response, possibleRefusals(definition))
  if (definition.download) return findDownloadFault(definition.download, response)
  return definition.response && findSchemaFault(definition.response, response.json)
}

function findDownloadFault(types: readonly string[], { headers }: TestResponse): string | undefined {
  const type = headers['content-type']?.split(';')[0]
  return type !== undefined && types.includes(type) ? undefined : `It is a file of the type ${type}.`
}

/** Returns what is wrong with a refusal: it must be a problem with one of the codes, and with the status of its code. */
export function findRefusalFault(
  { status, json }: Pick<TestResponse, 'status' | 'json'>,
  codes?: ReadonlySet<string>,
): string | undefined {
  const fault = findSchemaFault(problem, json)
  if (fault !== undefined) return fault
  const { code } = problem.parse(json)
  // An unknown code has no status, and so is reported as well.
  if (statusByCode[code as RefusalCode] !== status) return `${code} has the status ${status}.`
  if (codes?.has(code) === false && !invalidRequestCodes.has(code))
    return `The endpoint does not declare the error ${code}.`
  return undefined
}

/** Returns what is wrong with a payload according to its schema, or `undefined`. */
export function findSchemaFault(schema: Schema, json: unknown): string | undefined {
  const parsed = schema.safeParse(json)
  if (!parsed.success) return `It does not match its schema: ${parsed.error.message}`
  // Parsing removes undeclared fields.
  return isDeepStrictEqual(parsed.data, json) ? undefined : 'It has fields that its schema does not declare.'
}

/** A reader who must not see the personal data of others: anyone but an admin. */
type Reader = Pick<Person, 'email'> | undefined

/**
 * Returns what a response reveals that its reader must not see: email addresses of others, hashes or tokens. The response
 * of a sign-in may contain the user's own address and token.
 */
export function findLeak(
  { text, status, json }: Pick<TestResponse, 'text' | 'status' | 'json'>,
  reader: Reader,
  isSignIn = false,
): string | undefined {
  const signedIn = isSignIn && status < 300 ? (json as { user?: Reader; token?: string }) : undefined
  const own = [reader?.email, signedIn?.user?.email]
  const foreign = text.match(emailPattern)?.find((address) => !own.includes(address))
  if (foreign !== undefined) return `It reveals the address ${foreign}.`
  if (text.includes('$argon2')) return 'It reveals a password hash.'
  return signedIn === undefined && hasSessionToken(text) ? 'It reveals a token.' : undefined
}

/** Other signed tokens, such as the state of a social sign-in, have the same form but give no access. */
const hasSessionToken = (text: string): boolean =>
  [...text.matchAll(/eyJ[\w-]+\.([\w-]+)\.[\w-]+/g)].some(([, claims = '']) =>
    Buffer.from(claims, 'base64url').toString().includes('"typ":"session"'),
  )

/** Paths of the endpoints that sign a user in. */
const signInPaths: ReadonlySet<string> = new Set([
  '/api/auth/signup',
  '/api/auth/login',
  '/api/auth/login/second-factor',
  '/api/auth/login/passkey',
  '/api/auth/admin-signup',
  '/api/auth/invitations/accept',
  '/api/auth/change-password',
  '/api/auth/sessions/end-others',
])

/** Whether the response of an endpoint may contain a token. */
export const isSignIn = (definition: EndpointDefinition | undefined): boolean =>
  definition !== undefined && signInPaths.has(definition.path)
