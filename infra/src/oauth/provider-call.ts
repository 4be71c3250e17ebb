import { z } from 'zod'
import { ProviderProblem, type Authorizing, type ProviderSettings, type Returning } from './oauth.ts'

const largest = 1_000_000

type Asking<Schema extends z.ZodType> = {
  answer: Schema
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
export async function askProvider<Schema extends z.ZodType>(
  address: string,
  { answer, signal, token, form }: Asking<Schema>,
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
    return answer.parse(JSON.parse(await shortText(response)))
  } catch (problem) {
    const reason = problem instanceof Error ? problem.name : 'unknown'
    throw new ProviderProblem('away', `${new URL(address).host} gave no sensible answer (${reason}).`)
  }
}

/** The body, given up as soon as it is longer than anything a provider has to say. */
async function shortText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    if (length > largest) throw new RangeError('The answer is too long.')
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
export async function accessToken(
  { tokenUrl, clientId, clientSecret }: ProviderSettings,
  { code, verifier, callback }: Returning,
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
  const said = await askProvider(tokenUrl, { answer: tokenAnswer, signal, form })
  if ('error' in said)
    throw new ProviderProblem('refused', `${new URL(tokenUrl).host} says ${plain(said.error)}.`)
  return said.access_token
}

/** A code of RFC 6749 or of the provider's own, such as `incorrect_client_credentials`. Whatever else is said goes nowhere. */
const plain = (code: string): string => (/^[a-z_]{1,60}$/.test(code) ? code : 'that the code is no good')

/** The address of the provider's page with all that it has to know; what the setting itself asks for stays. */
export function authorizeAddress(
  { authorizeUrl, clientId }: ProviderSettings,
  scope: string,
  { state, challenge, callback }: Authorizing,
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
