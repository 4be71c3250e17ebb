// Handlers of social sign-in: they send a browser to a provider and, when it returns, to the page that ends the sign-in, asks for a second
// factor or shows an error. `sign-in-state-store.ts` makes each step happen once and in one browser, and opens the session at the end;
// `find-or-create-account.ts` decides about the account.
//
// The threats: a callback without a state or in another browser, an unverified address, an account that was prepared with the address of a
// victim, a token that works twice, a provider that hangs. Errors are codes in `/login?error=`: a browser navigates to these addresses, so
// limits and faults redirect as well.

import { signInErrorMessages, type SignInErrorCode } from '@thirty/contracts/accounts/social-sign-in.ts'
import {
  signInProvider,
  socialSignInEndpoints,
  type SignInProvider,
} from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { hasSecondFactor } from '@thirty/contracts/accounts/two-factor.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { otherReasons } from '@thirty/contracts/endpoints/limit-messages.ts'
import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import { RedirectWithError } from '@thirty/infra/http/error-handler.ts'
import { RateLimitExceeded } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { ProviderError, type ProviderErrorReason } from '@thirty/infra/oauth/oauth-provider.ts'
import type { ErrorRequestHandler } from 'express'
import type { Parts } from '../../parts.ts'
import { loadFactors } from '../two-factor/change-factors.ts'
import { findOrCreateAccount } from './find-or-create-account.ts'
import { signInStateStore, type SignInStateStore } from './sign-in-state-store.ts'

type CallbackRequest = EndpointRequest<typeof socialSignInEndpoints.githubCallback>
type HandlerParts = Parts & { signInStates: SignInStateStore }

/** `redeem` exchanges the one-time token at the end of a sign-in for a session token. */
export function socialSignIn(given: Parts): {
  endpoints: Endpoint[]
  redeem: RedeemOneTimeToken
} {
  const signInStates = signInStateStore(given)
  const deps = { ...given, signInStates }
  const routesOf = (name: SignInProvider): Endpoint[] => {
    const start = endpoint(socialSignInEndpoints[name])(async ({ query: { redirect = '' }, response }) => {
      const provider = providerOf(deps, name)
      const visit = signInStates.begin(name, redirect, response)
      response.redirect(302, await provider.authorizationUrl(visit))
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
    success: true,
    // In the order of their buttons.
    providers: signInProvider.options.filter((name) => given.providers[name] !== undefined),
  }))
  return { endpoints: [providers, ...signInProvider.options.flatMap(routesOf)], redeem: signInStates.redeem }
}

/** Returns the address of the page at the end of a sign-in. */
async function finishSignIn(
  deps: HandlerParts,
  name: SignInProvider,
  { query, request, response, correlation }: CallbackRequest,
): Promise<string> {
  const provider = providerOf(deps, name)
  const returned = await deps.signInStates.redeemState(name, query.state, { request, correlation })
  const { nonce, visit, redirect } = returned
  if (query.error === 'access_denied') throw new SignInFailed('cancelled')
  if (query.code === undefined) throw new SignInFailed('failed')
  const profile = await provider.fetchProfile({ ...visit, code: query.code })
  const reader = deps.languageOf(request)
  const account = await findOrCreateAccount(deps, { provider: name, profile, correlation, reader })
  await deps.waitForProjections(account.position)
  // The provider stands for the password, not for the second factor.
  if (hasSecondFactor(await loadFactors(deps.commands, account.id)))
    return pageUrl(deps, '/auth/second-step', {
      token: deps.twoFactorTokens.issueSecondStep(account),
      redirect,
    })
  await deps.limits.networks.remember(account.id, request)
  const token = deps.signInStates.issueOneTimeToken(account, nonce, response)
  return pageUrl(deps, '/auth/success', { token, redirect })
}

const providerOf = ({ providers }: HandlerParts, name: SignInProvider) =>
  providers[name] ?? refuse('not-found', 'There is nothing at this address.')

const pageUrl = ({ publicUrl }: HandlerParts, path: string, parameters: Record<string, string>): string =>
  `${publicUrl.origin}${path}?${new URLSearchParams(parameters).toString()}`

const redirectToLogin =
  (deps: HandlerParts, name: SignInProvider): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const isUnknownProvider = error instanceof Refusal && error.code === 'not-found'
    if (isUnknownProvider || response.headersSent) return next(error)
    const loginUrl = pageUrl(deps, '/login', {
      error: signInErrorCode(error, name),
      ...(error instanceof RateLimitExceeded && { wait: String(error.retryAfterSeconds) }),
    })
    const isUnverified = error instanceof ProviderError && error.reason === 'unverified-email'
    // The user is the cause of these, and the log has only errors that operators should know of.
    if (isUnverified || error instanceof SignInFailed) response.redirect(302, loginUrl)
    else next(new RedirectWithError(loginUrl, error))
  }

class SignInFailed extends Error {
  readonly code: SignInErrorCode
  constructor(code: SignInErrorCode) {
    super(signInErrorMessages[code].message)
    this.code = code
  }
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
  if (error instanceof SignInFailed) return error.code
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
