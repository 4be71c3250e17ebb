import { z } from 'zod'
import {
  ProviderError,
  type AuthorizationRequest,
  type ProviderSettings,
  type CodeExchange,
} from './oauth-provider.ts'

const maxResponseBytes = 1_000_000

type FetchOptions<Schema extends z.ZodType> = {
  schema: Schema
  signal: AbortSignal
  /** Access token of the person. */
  token?: string
  /** Sent as a form, by POST. */
  form?: Record<string, string>
}

/**
 * Asks a provider, which is not trusted to answer at all, in time, briefly, or sensibly. Follows no redirect: it would
 * carry a secret elsewhere. Throws `ProviderProblem` (`away`).
 */
export async function fetchFromProvider<Schema extends z.ZodType>(
  address: string,
  { schema: answer, signal, token, form }: FetchOptions<Schema>,
): Promise<z.infer<Schema>> {
  try {
    const response = await fetch(address, {
      signal,
      redirect: 'error',
      headers: {
        Accept: 'application/json',
        'User-Agent': 'thirty',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    return answer.parse(JSON.parse(await readLimitedText(response)))
  } catch (problem) {
    const reason = problem instanceof Error ? problem.name : 'unknown'
    throw new ProviderError('away', `${new URL(address).host} gave no sensible answer (${reason}).`)
  }
}

/** The body, given up as soon as it is longer than anything a provider has to say. */
async function readLimitedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    if (length > maxResponseBytes) throw new RangeError('The answer is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Providers say what is wrong with a code in place of the token, some of them with status 200. */
const tokenAnswer = z.union([
  z.object({ access_token: z.string().min(1).max(10_000) }),
  z.object({ error: z.string() }),
])

/** Changes a code into an access token. Throws `ProviderProblem`. */
export async function exchangeCode(
  { tokenUrl, clientId, clientSecret }: ProviderSettings,
  { code, verifier, redirectUri: callback }: CodeExchange,
  signal: AbortSignal,
): Promise<string> {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  }
  const said = await fetchFromProvider(tokenUrl, { schema: tokenAnswer, signal, form })
  if ('error' in said)
    throw new ProviderError('refused', `${new URL(tokenUrl).host} says ${safeErrorCode(said.error)}.`)
  return said.access_token
}

/** A code of RFC 6749 or of the provider's own, such as `incorrect_client_credentials`. Whatever else is said goes nowhere. */
const safeErrorCode = (code: string): string =>
  /^[a-z_]{1,60}$/.test(code) ? code : 'that the code is no good'

/** The address of the provider's page with all that it has to know; what the setting itself asks for stays. */
export function authorizationUrl(
  { authorizeUrl, clientId }: ProviderSettings,
  scope: string,
  { state, challenge, redirectUri: callback }: AuthorizationRequest,
): string {
  const address = new URL(authorizeUrl)
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    scope,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}
