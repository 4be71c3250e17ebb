// Social sign-in: handlers that send a browser to a provider and, when it returns, to the page that ends the sign-in, asks for a second
// factor or shows an error, and the state of the sign-in between these steps. `find-or-create-account.ts` decides about the account.
//
// The threats: a callback without a state or in another browser, an unverified address, an account that was prepared with the address of a
// victim, a token that works twice, a provider that hangs. Errors are codes in `/login?error=`: a browser navigates to these addresses, so
// limits and faults redirect as well.
//
// - Each sign-in has one nonce, in a cookie. The state is a token with the digest of the nonce, and the PKCE verifier
//   is an HMAC of it, so nothing is stored in between.
// - The log makes each step happen once: `sign-in-<digest>` has `SocialSignInReturned` and `SocialSignInCompleted`. The
//   one-time token is used up right before the response, so it can be tried again while read models are being built.
// - Return pages are an allow-list, compared exactly, here and in the browser.

import { createHmac, hash, randomBytes } from 'node:crypto'
import type { SignInErrorCode } from '@thirty/contracts/accounts/social-sign-in.ts'
import {
  signInProvider,
  socialSignInEndpoints,
  type SignInProvider,
} from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { otherReasons } from '@thirty/contracts/endpoints/limits.ts'
import { signInEvents, type SignInEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import { RedirectWithError } from '@thirty/infra/http/error-handler.ts'
import { RateLimitExceeded } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { ProviderError, type ProviderErrorReason, type ProviderVisit } from '@thirty/infra/oauth/providers.ts'
import { signedTokens } from '@thirty/infra/http/authentication/signed-tokens.ts'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { z } from 'zod'
import type { Parts } from '../../parts.ts'
import { newContext } from '../../idempotency.ts'
import { streamKind } from '../../fold.ts'
import { isAccount, users } from '../account.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'

type HandlerParts = Parts & ReturnType<typeof signInTokens>

/** `redeem` exchanges the one-time token at the end of a sign-in for a session token. */
export function socialSignIn(given: Parts): { endpoints: Endpoint[]; redeem: RedeemOneTimeToken } {
  const deps = { ...given, ...signInTokens(given) }
  const routesOf = (name: SignInProvider): Endpoint[] => {
    const start = endpoint(socialSignInEndpoints[name])(async ({ query: { redirect = '' }, response }) => {
      const provider = providerOf(deps, name)
      const nonce = deps.cookie.issue(response)
      const browser = nonceDigest(nonce)
      const state = deps.states.issue({ provider: name, redirect: safeReturnPath(redirect), browser })
      response.redirect(302, await provider.authorizationUrl({ ...visitOf(deps, name, nonce), state }))
      return undefined
    })
    const finish = endpoint(socialSignInEndpoints[`${name}Callback`])(async (request) => {
      request.response.redirect(302, await finishSignIn(deps, name, request))
      return undefined
    })
    // A browser navigates to these, so even an error has to end on a page.
    return [start, finish].map((route) => ({ ...route, onError: redirectToLogin(deps, name) }))
  }
  const providers = endpoint(socialSignInEndpoints.providers)(() => ({
    // In the order of their buttons.
    providers: signInProvider.options.filter((name) => given.providers[name] !== undefined),
  }))
  return {
    endpoints: [providers, ...signInProvider.options.flatMap(routesOf)],
    redeem: redeemOneTimeToken(deps),
  }
}

/** Returns the address of the page at the end of a sign-in. */
async function finishSignIn(
  deps: HandlerParts,
  name: SignInProvider,
  { query, request, response, correlation }: EndpointRequest<typeof socialSignInEndpoints.githubCallback>,
): Promise<string> {
  const provider = providerOf(deps, name)
  const { nonce, redirect } = await redeemState(deps, name, query.state, { request, correlation })
  if (query.error === 'access_denied') return loginUrl(deps, 'cancelled')
  if (query.code === undefined) return loginUrl(deps, 'failed')
  const profile = await provider.fetchProfile({ ...visitOf(deps, name, nonce), code: query.code })
  const reader = deps.languageOf(request)
  const account = await findOrCreateAccount(deps, { provider: name, profile, correlation, reader })
  await deps.waitForProjections(account.position)
  // The provider stands for the password, not for the second factor.
  if (await deps.hasSecondFactor(account.id)) {
    const token = deps.twoFactorTokens.issueSecondStep(account)
    return pageUrl(deps, '/auth/second-step', { token, redirect })
  }
  await deps.limits.networks.remember(account.id, request)
  // The browser keeps the nonce for as long as the token works.
  deps.cookie.extend(response, nonce, oneTimeTokenSeconds)
  const { sessionVersion: version } = account.account
  const token = deps.oneTimeTokens.issue({ sub: account.id, version, browser: nonceDigest(nonce) })
  return pageUrl(deps, '/auth/success', { token, redirect })
}

function providerOf({ providers }: Parts, name: SignInProvider) {
  const provider = providers[name]
  if (provider === undefined) throw new Refusal('not-found', 'There is nothing at this address.')
  return provider
}

const pageUrl = ({ publicUrl }: Parts, path: string, parameters: Record<string, string>): string =>
  `${publicUrl.origin}${path}?${new URLSearchParams(parameters).toString()}`

/** Returns the address of the login page with an error. `wait`: the seconds after which another attempt may succeed. */
const loginUrl = (deps: Parts, error: SignInErrorCode, wait: { wait?: string } = {}): string =>
  pageUrl(deps, '/login', { error, ...wait })

const redirectToLogin =
  (deps: Parts, name: SignInProvider): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const isUnknownProvider = error instanceof Refusal && error.code === 'not-found'
    if (isUnknownProvider || response.headersSent) return next(error)
    const wait = error instanceof RateLimitExceeded ? { wait: String(error.retryAfterSeconds) } : {}
    const url = loginUrl(deps, signInErrorCode(error, name), wait)
    // The user is the cause of it, and the log has only errors that operators should know of.
    if (error instanceof ProviderError && error.reason === 'unverified-email') response.redirect(302, url)
    else next(new RedirectWithError(url, error))
  }

const codeByRefusal: Partial<Record<RefusalCode, SignInErrorCode>> = {
  'not-signed-in': 'expired',
  'account-inactive': 'account-inactive',
  'admin-account': 'admin-account',
  'other-identity': 'other-identity',
  'name-taken': 'try-again',
  'too-many': 'too-many',
}

/** Returns the code for the login page, which says at a limit when to try again. Texts of a provider are never passed on. */
function signInErrorCode(error: unknown, name: SignInProvider): SignInErrorCode {
  if (error instanceof ProviderError) {
    const codeByReason: Record<ProviderErrorReason, SignInErrorCode> = {
      away: 'provider-away',
      refused: 'failed',
      'unverified-email': `unverified-email-${name}`,
      'invalid-email': `unverified-email-${name}`,
    }
    return codeByReason[error.reason]
  }
  if (error instanceof RateLimitExceeded && error.reason === otherReasons.refused) return 'many-refused'
  return error instanceof Refusal ? (codeByRefusal[error.code] ?? 'failed') : 'away'
}

/** Lifetime of a visit to the provider, and of the one-time token after it, in seconds. */
const providerVisitSeconds = 10 * 60
export const oneTimeTokenSeconds = 60

/** The cookie with the nonce of a browser, and the signed tokens of the two steps; `browser` in these is the digest of the nonce. */
function signInTokens({ secret, clock, publicUrl }: Parts) {
  const options = { secret, clock, issuer: publicUrl.origin }
  return {
    cookie: nonceCookie(publicUrl),
    states: signedTokens(options, {
      type: 'sign-in-state',
      lifetime: providerVisitSeconds,
      content: z.object({ provider: signInProvider, redirect: z.string(), browser: z.string() }),
    }),
    oneTimeTokens: signedTokens(options, {
      type: 'sign-in-ticket',
      lifetime: oneTimeTokenSeconds,
      content: z.object({ sub: z.string(), version: z.int(), browser: z.string() }),
    }),
  }
}

/** Returns what both requests to the provider say. Addresses are configured: callers can send any Host header. */
const visitOf = ({ publicUrl, secret }: Parts, provider: SignInProvider, nonce: string): ProviderVisit => ({
  nonce: nonceDigest(nonce),
  verifier: pkceVerifier(nonce, secret),
  redirectUri: `${publicUrl.origin}/api/auth/${provider}/callback`,
})

/** Returns the nonce of the browser; `undefined` if it is another browser than the one with this digest. */
function nonceIn({ cookie }: HandlerParts, request: Request, browser?: string): string | undefined {
  const nonce = cookie.read(request)
  return nonce !== undefined && nonceDigest(nonce) === browser ? nonce : undefined
}

/** Uses up a state. Throws `not-signed-in` if it is invalid, expired, used, or was issued to another browser. */
async function redeemState(
  deps: HandlerParts,
  provider: SignInProvider,
  state: string | undefined,
  { request, correlation }: { request: Request; correlation: string },
) {
  const claims = deps.states.verify(state ?? '')
  const nonce = nonceIn(deps, request, claims?.browser)
  if (claims?.provider !== provider || nonce === undefined) refuse('not-signed-in', 'signInExpired')
  const { browser, redirect } = claims
  await signIns.change(deps.commands, browser, newContext({ actor: browser, correlation }), (step) =>
    recordReturn(step, provider),
  )
  return { nonce, redirect: safeReturnPath(redirect) }
}

/** Exchanges a one-time token for a session token; `consume` uses it up. Returns `undefined` for one that does not work here. */
const redeemOneTimeToken =
  (deps: HandlerParts): RedeemOneTimeToken =>
  async (token, request) => {
    const { commands, tokens } = deps
    const claims = deps.oneTimeTokens.verify(token)
    if (claims === undefined || nonceIn(deps, request, claims.browser) === undefined) return undefined
    const { sub: id, version, browser } = claims
    const { state: user } = await users.load(commands, id)
    if (!isAccount(user) || user.sessionVersion !== version) return undefined
    const consume = async () =>
      void (await signIns.change(commands, browser, newContext({ actor: id }), completeSignIn))
    return { token: tokens.issue({ id, version }), consume }
  }

/** Progress of one social sign-in: the browser was sent to the provider, returned, and exchanged its one-time token. */
type SignInStep = 'begun' | 'returned' | 'completed'

const signIns = streamKind<SignInStep, SignInEvent>((browser) => `sign-in-${browser}`, {
  events: signInEvents,
  initial: 'begun',
  evolve: (_step, { type }) => (type === 'SocialSignInReturned' ? 'returned' : 'completed'),
})

/** Uses up the state with which a browser returns from the provider. Throws `not-signed-in` the second time. */
function recordReturn(step: SignInStep, provider: SignInProvider): SignInEvent[] {
  if (step !== 'begun') refuse('not-signed-in', 'signInExpired')
  return [{ type: 'SocialSignInReturned', data: { provider } }]
}

/** Uses up the one-time token of a browser that returned. Throws `not-signed-in` the second time. */
function completeSignIn(step: SignInStep): SignInEvent[] {
  if (step !== 'returned') refuse('not-signed-in', 'authenticationFailed')
  return [{ type: 'SocialSignInCompleted', data: {} }]
}

/**
 * Recognises a browser during one sign-in by a nonce in a cookie, which scripts cannot read and other sites send only with a top-level
 * navigation. State and one-time token contain its digest, and so are worthless in another browser.
 */
export function nonceCookie(publicUrl: URL) {
  const isSecure = publicUrl.protocol === 'https:'
  // With this prefix browsers reject a cookie that was set by a neighbouring site.
  const name = isSecure ? '__Host-thirty-sign-in' : 'thirty-sign-in'
  const extend = (response: Response, nonce: string, seconds: number) => {
    const maxAge = seconds * 1_000
    response.cookie(name, nonce, { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge })
  }
  return {
    /** Lets the browser keep its nonce for this many more seconds. */
    extend,
    /** Sets a new nonce in the browser and returns it. */
    issue: (response: Response): string => {
      const nonce = randomBytes(32).toString('base64url')
      extend(response, nonce, providerVisitSeconds)
      return nonce
    },
    /** Returns the nonce of the browser; `undefined` if there is none, or more than one. */
    read: (request: Request): string | undefined => {
      const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
      const matching = cookies.filter((cookie) => cookie.startsWith(`${name}=`))
      // If there are two cookies of this name, another site set one of them.
      const [nonce = ''] =
        matching.length === 1 ? matching.map((cookie) => cookie.slice(name.length + 1)) : []
      return /^[\w-]{43}$/.test(nonce) ? nonce : undefined
    },
  }
}

/** Digest of a nonce, for everything that is stored or leaves the server in another way than the cookie. */
export const nonceDigest = (nonce: string): string => hash('sha256', nonce)

/**
 * Returns the PKCE verifier of a sign-in. It is derived from the nonce, so that it need not be stored, and from the
 * secret, so that nobody else can compute it.
 */
export const pkceVerifier = (nonce: string, secret: string): string =>
  createHmac('sha256', secret).update(`pkce ${nonce}`).digest('base64url')
