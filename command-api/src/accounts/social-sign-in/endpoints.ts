import { signInErrorMessages, type SignInErrorCode } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { socialSignInEndpoints } from '@thirty/contracts/endpoints/accounts/social-sign-in.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { endpoint, type EndpointRequest, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { RedirectWithError } from '@thirty/infra/http/error-handler.ts'
import { ProviderError, type ProviderErrorReason } from '@thirty/infra/oauth/oauth-provider.ts'
import type { OAuthProviders } from '@thirty/infra/oauth/providers.ts'
import { providerStrategies, type ProviderStrategies } from '@thirty/infra/oauth/passport-strategies.ts'
import type { ErrorRequestHandler } from 'express'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { findOrCreateAccount, type SocialAccountDeps } from './find-or-create-account.ts'
import { oneTimeTokenSeconds, pkceChallenge, pkceVerifier, type NonceCookie } from './nonce-cookie.ts'
import type { Identity } from './decide.ts'
import type { SignInStateStore } from './sign-in-state-store.ts'

export type SocialDeps = SocialAccountDeps & {
  waitForProjections: WaitForProjections
  providers: OAuthProviders
  nonceCookie: NonceCookie
  signInStates: SignInStateStore
  publicUrl: URL
  /** At least 32 bytes. */
  secret: string
}

type Provider = Identity['provider']
type StartRequest = EndpointRequest<typeof socialSignInEndpoints.github>
type CallbackRequest = EndpointRequest<typeof socialSignInEndpoints.githubCallback>
type HandlerDeps = SocialDeps & { strategies: ProviderStrategies }

/** Sign-in by somebody else's word. Whatever happens to a browser on its way, it ends at a page. */
export function socialHandlers(deps: SocialDeps): Endpoint[] {
  const door = { ...deps, strategies: providerStrategies(deps.providers) }
  const visits = [
    endpoint(socialSignInEndpoints.github)((asked) => startSignIn(door, 'github', asked)),
    endpoint(socialSignInEndpoints.google)((asked) => startSignIn(door, 'google', asked)),
    endpoint(socialSignInEndpoints.githubCallback)((asked) => finishSignIn(door, 'github', asked)),
    endpoint(socialSignInEndpoints.googleCallback)((asked) => finishSignIn(door, 'google', asked)),
  ]
  return [
    endpoint(socialSignInEndpoints.providers)(() => ({
      success: true,
      providers: [...door.strategies.names],
    })),
    ...visits.map((visit) => ({ ...visit, onProblem: redirectToLogin(deps) })),
  ]
}

function startSignIn(deps: HandlerDeps, name: Provider, asked: StartRequest): undefined {
  const { nonceCookie: browsers, signInStates: desk, secret, strategies } = deps
  refuseUnknownProvider(deps, name)
  const nonce = browsers.issue(asked.response)
  strategies.redirectToProvider(name, asked, {
    state: desk.issueState({ provider: name, redirect: asked.query.redirect ?? '', nonce }),
    challenge: pkceChallenge(pkceVerifier(nonce, secret)),
    redirectUri: redirectUri(deps, name),
  })
}

async function finishSignIn(deps: HandlerDeps, name: Provider, asked: CallbackRequest): Promise<undefined> {
  const { nonceCookie: browsers, signInStates: desk, waitForProjections, secret, strategies } = deps
  const { query, request, response, correlation } = asked
  refuseUnknownProvider(deps, name)
  const { nonce, redirect } = await desk.redeemState({
    provider: name,
    state: query.state,
    request,
    correlation,
  })
  if (query.error === 'access_denied') throw new SignInFailed('cancelled')
  if (query.code === undefined) throw new SignInFailed('failed')
  const verifier = pkceVerifier(nonce, secret)
  const returning = { code: query.code, verifier, redirectUri: redirectUri(deps, name) }
  const person = await strategies.fetchProfile(name, asked, returning)
  if (person === undefined) throw new SignInFailed('unverified-email')
  const signedIn = await findOrCreateAccount(deps, { provider: name, person, correlation })
  await waitForProjections(signedIn.position)
  browsers.extend(response, nonce, oneTimeTokenSeconds)
  const token = desk.issueOneTimeToken(signedIn, nonce)
  response.redirect(302, page(deps, '/auth/success', { token, redirect }))
}

function refuseUnknownProvider({ strategies }: HandlerDeps, name: Provider): void {
  if (!strategies.names.includes(name)) refuse('not-found', 'There is nothing at this address.')
}

// From the configuration: the Host header is whatever the caller likes.
const page = ({ publicUrl }: SocialDeps, path: string, parameters: Record<string, string>): string =>
  `${publicUrl.origin}${path}?${new URLSearchParams(parameters).toString()}`

const redirectUri = ({ publicUrl }: SocialDeps, name: Provider): string =>
  `${publicUrl.origin}/api/auth/${name}/callback`

const redirectToLogin =
  (deps: SocialDeps): ErrorRequestHandler =>
  (problem: unknown, _request, response, next) => {
    const isNowhere = problem instanceof Refusal && problem.code === 'not-found'
    if (isNowhere || response.headersSent) return next(problem)
    const code = errorOf(problem)
    const address = page(deps, '/login', { error: code })
    if (problem instanceof SignInFailed) response.redirect(302, address)
    else next(new RedirectWithError(address, problem))
  }

class SignInFailed extends Error {
  readonly code: SignInErrorCode
  constructor(code: SignInErrorCode) {
    super(signInErrorMessages[code])
    this.code = code
  }
}

const errorByReason: Record<ProviderErrorReason, SignInErrorCode> = {
  away: 'provider-away',
  refused: 'failed',
  'unverified-email': 'unverified-email',
}
const errorByRefusalCode: Partial<Record<RefusalCode, SignInErrorCode>> = {
  'not-signed-in': 'expired',
  'account-inactive': 'account-inactive',
  'admin-account': 'admin-account',
  'other-identity': 'other-identity',
  'name-taken': 'try-again',
  'too-many': 'too-many',
}

/** The code for the log-in screen. What a provider says in words goes nowhere. */
function errorOf(problem: unknown): SignInErrorCode {
  if (problem instanceof SignInFailed) return problem.code
  if (problem instanceof ProviderError) return errorByReason[problem.reason]
  return problem instanceof Refusal ? (errorByRefusalCode[problem.code] ?? 'failed') : 'away'
}
