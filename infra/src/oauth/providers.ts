// The sign-in providers that are configured, Google and GitHub or compatible servers: their contract, how the profile of a user is read from
// each, and the requests that they share.
//
// openid-client does the protocol. The application does the rest: state and nonce are bound to a cookie and redeemed
// once (`command-api/src/accounts/social-sign-in`), one time-out for all requests of a sign-in, one megabyte for a
// response, no redirects. Its Passport strategy keeps state in a session of the server, which the product does not
// have. It requires https; `http` is enabled here, because the configuration already decides which addresses are
// allowed.

import * as oauth from 'openid-client'
import { z } from 'zod'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { productId } from '@thirty/contracts/product.ts'
import type { GitHubSettings, ProviderSettings, SignInSettings } from '../config/sign-in-settings.ts'

/** The sign-in providers of this installation. */
export type OAuthProviders = Readonly<Partial<Record<SignInProvider, OAuthProvider>>>

export function oauthProviders(settings: SignInSettings): OAuthProviders {
  return {
    ...(settings.github && { github: gitHub(settings.github) }),
    ...(settings.google && { google: google(settings.google) }),
  }
}

const googleUser = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some compatible servers send it as text.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
})

const googleOrigin = 'https://accounts.google.com'

/**
 * `issuer` is the issuer of the ID tokens. There is no setting for it, so only Google itself has one; from another server, only the user
 * info is read.
 */
export const google = (
  settings: ProviderSettings,
  { issuer = defaultIssuer(settings) }: { issuer?: string } = {},
): OAuthProvider =>
  oauthProvider(settings, { scope: 'openid email profile', issuer }, async ({ subject, fetchJson }) => {
    const { sub, email, email_verified, name } = await fetchJson(settings.userUrl, googleUser)
    // OpenID Connect Core, 5.3.2: user info of another subject must not be used.
    if (subject !== undefined && subject !== sub)
      throw new ProviderError('away', 'ID token and user info have different subjects.')
    if (email === undefined || String(email_verified) !== 'true')
      throw new ProviderError('unverified-email', 'The email address is not verified.')
    return { subject: sub, email, ...(name !== undefined && { fullName: name }) }
  })

const defaultIssuer = ({ authorizeUrl }: ProviderSettings): string | undefined =>
  new URL(authorizeUrl).origin === googleOrigin ? googleOrigin : undefined

const gitHubUser = z.object({
  id: z.int().positive(),
  login: z.string().optional(),
  name: z.string().nullish(),
})
const gitHubEmails = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .max(1_000)

/** Sign-in with GitHub or a compatible server: plain OAuth 2. Only the primary email address counts, and only if it is verified. */
export const gitHub = (settings: GitHubSettings): OAuthProvider =>
  oauthProvider(settings, { scope: 'user:email' }, async ({ fetchJson }) => {
    const [{ id, login, name }, emails] = await Promise.all([
      fetchJson(settings.userUrl, gitHubUser),
      fetchJson(settings.emailsUrl, gitHubEmails),
    ])
    const verifiedEmail = emails.find(({ primary, verified }) => primary && verified)
    if (!verifiedEmail)
      throw new ProviderError('unverified-email', 'The user has no primary, verified email address.')
    return {
      subject: String(id),
      email: verifiedEmail.email,
      ...(name != null && { fullName: name }),
      ...(login !== undefined && { handle: login }),
    }
  })

/** A user's profile at a provider, which has verified the email address. */
export type VerifiedProfile = {
  /** The provider's permanent id of the user. It stays when name and address change. */
  subject: string
  email: string
  fullName?: string
  /** Username at the provider. */
  handle?: string
}

/** What both requests of one sign-in say to the provider. */
export type ProviderVisit = {
  /** Nonce for the ID token (OpenID Connect). */
  nonce: string
  /** PKCE verifier (RFC 7636); only its SHA-256 is sent with the redirect. */
  verifier: string
  /** Address to which the provider sends the browser back. */
  redirectUri: string
}

/** A sign-in provider. Both adapters pass `providers.int.spec.ts`. */
export type OAuthProvider = {
  authorizationUrl(visit: ProviderVisit & { state: string }): Promise<string>
  /** Exchanges the code that a browser brought back for the user's profile. Settles within the time-out. Throws `ProviderError`. */
  fetchProfile(visit: ProviderVisit & { code: string }): Promise<VerifiedProfile>
}

/**
 * `away`: no response, or an invalid one. `refused`: the provider rejected the code. `unverified-email`: the user has no
 * verified email address at the provider. `invalid-email`: the one that the provider has verified is not accepted here.
 */
export type ProviderErrorReason = 'away' | 'refused' | 'unverified-email' | 'invalid-email'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly reason: ProviderErrorReason
  constructor(reason: ProviderErrorReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const maxResponseBytes = 1_000_000

/** Milliseconds for all requests to a provider during one sign-in. */
const timeoutMs = 5_000

/** A connection to a provider for one sign-in, after the code was exchanged. */
type ProviderSession = {
  /** Subject of the ID token; `undefined` without OpenID Connect. */
  subject: string | undefined
  /** Fetches JSON with the user's access token. Throws `ProviderError` (`away`). */
  fetchJson<Schema extends z.ZodType>(url: string, schema: Schema): Promise<z.infer<Schema>>
}

/**
 * Creates a provider whose profiles are read by `readProfile`. `issuer`: who issues the ID tokens, for OpenID Connect; without it, they are
 * neither required nor read. Parameters in the configured address of the authorization page are kept, unless they are ours. The state was
 * redeemed before a code is exchanged, so only the code is checked here.
 */
function oauthProvider(
  settings: ProviderSettings,
  { scope, issuer }: { scope: string; issuer?: string | undefined },
  readProfile: (session: ProviderSession) => Promise<VerifiedProfile>,
): OAuthProvider {
  return {
    authorizationUrl: async ({ state, nonce, verifier, redirectUri }) => {
      const url = oauth.buildAuthorizationUrl(configure(settings, issuer), {
        redirect_uri: redirectUri,
        scope,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(issuer !== undefined && { nonce }),
      })
      // The library appends its parameters, and none may occur twice (RFC 6749, 3.1): the last one is ours.
      for (const [name, value] of new URLSearchParams(url.searchParams)) url.searchParams.set(name, value)
      return url.href
    },
    fetchProfile: async ({ code, nonce, verifier, redirectUri }) => {
      const signal = AbortSignal.timeout(timeoutMs)
      const config = configure(settings, issuer)
      config[oauth.customFetch] = (url, options) =>
        url === new URL(settings.tokenUrl).href
          ? fetchToken(url, options, { signal, readsIdToken: issuer !== undefined })
          : fetchLimited(url, options, signal)
      const callbackUrl = new URL(redirectUri)
      callbackUrl.searchParams.set('code', code)
      const checks = { pkceCodeVerifier: verifier, ...(issuer !== undefined && { expectedNonce: nonce }) }
      const tokens = await asProviderError(settings.tokenUrl, () =>
        oauth.authorizationCodeGrant(config, callbackUrl, checks),
      )
      return readProfile({
        subject: tokens.claims()?.sub,
        fetchJson: (url, schema) =>
          asProviderError(url, async () => {
            const { access_token } = tokens
            const response = await oauth.fetchProtectedResource(config, access_token, new URL(url), 'GET')
            return schema.parse(await response.json())
          }),
      })
    },
  }
}

function configure(
  { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl }: ProviderSettings,
  issuer: string | undefined,
): oauth.Configuration {
  const server = {
    // Plain OAuth 2 has no issuer, but the library requires one.
    issuer: issuer ?? new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
    userinfo_endpoint: userUrl,
  }
  const config = new oauth.Configuration(server, clientId, {}, oauth.ClientSecretPost(clientSecret))
  // oxlint-disable-next-line typescript/no-deprecated -- "deprecated" as a warning only; our configuration checks http addresses
  oauth.allowInsecureRequests(config)
  return config
}

/**
 * Fetches a response that may be late, too long or a redirect. The library has no size limit, and a redirect would carry
 * the client secret elsewhere.
 */
async function fetchLimited(
  url: string,
  { method, headers, body }: oauth.CustomFetchOptions,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, accept: 'application/json', 'user-agent': productId },
    // Only the token request has a body: a form.
    body: body instanceof URLSearchParams ? body : null,
    signal,
    redirect: 'error',
  })
  const text = await readLimitedText(response)
  return new Response(text, { status: response.status, headers: response.headers })
}

/** Reads a body and stops as soon as it is longer than `maxResponseBytes`. */
async function readLimitedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    if (length > maxResponseBytes) throw new RangeError('The response is too long.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * GitHub sends errors with status 200, for which the library expects status 400. Of a token only these fields are passed on: others may
 * have a form that the library refuses.
 */
async function fetchToken(
  url: string,
  options: oauth.CustomFetchOptions,
  { signal, readsIdToken }: { signal: AbortSignal; readsIdToken: boolean },
): Promise<Response> {
  const response = await fetchLimited(url, options, signal)
  const body = z.record(z.string(), z.unknown()).parse(await response.json())
  const { error, access_token, token_type = 'bearer', id_token } = body
  if (access_token === undefined) return Response.json({ error }, { status: 400 })
  return Response.json({ access_token, token_type, ...(readsIdToken && { id_token }) })
}

/** Runs requests to the host of `url` and translates their errors. */
async function asProviderError<Result>(url: string, run: () => Promise<Result>): Promise<Result> {
  const { host } = new URL(url)
  try {
    return await run()
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError)
      throw new ProviderError('refused', `${host} refused the code: ${safeErrorCode(error.error)}.`)
    const name = error instanceof Error ? error.name : 'unknown'
    throw new ProviderError('away', `${host} gave no valid response (${name}).`)
  }
}

/** Returns an error code of RFC 6749 or of the provider, such as `incorrect_client_credentials`, but no other text. */
const safeErrorCode = (code: string): string => (/^[a-z_]{1,60}$/.test(code) ? code : 'unknown error')
