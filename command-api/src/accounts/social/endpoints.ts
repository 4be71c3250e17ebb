import { signInErrors, type SignInError } from '@thirty/contracts/api/social.ts'
import { socialCalls } from '@thirty/contracts/calls/social.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { ToldAtPage } from '@thirty/infra/http/problems.ts'
import { ProviderProblem, type ProviderProblemReason } from '@thirty/infra/oauth/oauth.ts'
import type { Providers } from '@thirty/infra/oauth/providers.ts'
import { strategies, type Strategies } from '@thirty/infra/oauth/strategies.ts'
import type { ErrorRequestHandler } from 'express'
import type { Settle } from '../../settle.ts'
import { accountOf, type SocialAccountDeps } from './account.ts'
import { atTheDoor, challengeOf, verifierOf, type Browsers } from './browser.ts'
import type { Identity } from './decide.ts'
import type { Desk } from './desk.ts'

export type SocialDeps = SocialAccountDeps & {
  settle: Settle
  providers: Providers
  browsers: Browsers
  desk: Desk
  publicUrl: URL
  /** At least 32 bytes. */
  secret: string
}

type Provider = Identity['provider']
type Starting = AskedFor<typeof socialCalls.github>
type Returning = AskedFor<typeof socialCalls.githubCallback>
type Door = SocialDeps & { strategies: Strategies }

/** Sign-in by somebody else's word. Whatever happens to a browser on its way, it ends at a page. */
export function socialEndpoints(deps: SocialDeps): Endpoint[] {
  const door = { ...deps, strategies: strategies(deps.providers) }
  const visits = [
    endpoint(socialCalls.github)((asked) => begin(door, 'github', asked)),
    endpoint(socialCalls.google)((asked) => begin(door, 'google', asked)),
    endpoint(socialCalls.githubCallback)((asked) => end(door, 'github', asked)),
    endpoint(socialCalls.googleCallback)((asked) => end(door, 'google', asked)),
  ]
  return [
    endpoint(socialCalls.providers)(() => ({ success: true, providers: [...door.strategies.names] })),
    ...visits.map((visit) => ({ ...visit, onProblem: toldAtLogIn(deps) })),
  ]
}

function begin(deps: Door, name: Provider, asked: Starting): undefined {
  const { browsers, desk, secret, strategies } = deps
  refuseUnknown(deps, name)
  const nonce = browsers.mark(asked.response)
  strategies.send(name, asked, {
    state: desk.stateFor({ provider: name, redirect: asked.query.redirect ?? '', nonce }),
    challenge: challengeOf(verifierOf(nonce, secret)),
    callback: callbackOf(deps, name),
  })
}

async function end(deps: Door, name: Provider, asked: Returning): Promise<undefined> {
  const { browsers, desk, settle, secret, strategies } = deps
  const { query, request, response, correlation } = asked
  refuseUnknown(deps, name)
  const { nonce, redirect } = await desk.takeState({
    provider: name,
    state: query.state,
    request,
    correlation,
  })
  if (query.error === 'access_denied') throw new SignInFailed('cancelled')
  if (query.code === undefined) throw new SignInFailed('failed')
  const verifier = verifierOf(nonce, secret)
  const returning = { code: query.code, verifier, callback: callbackOf(deps, name) }
  const person = await strategies.receive(name, asked, returning)
  if (person === undefined) throw new SignInFailed('unverified-email')
  const signedIn = await accountOf(deps, { provider: name, person, correlation })
  await settle(signedIn.position)
  browsers.keep(response, nonce, atTheDoor)
  const token = desk.ticketFor(signedIn, nonce)
  response.redirect(302, page(deps, '/auth/success', { token, redirect }))
}

function refuseUnknown({ strategies }: Door, name: Provider): void {
  if (!strategies.names.includes(name)) refuse('not-found', 'There is nothing at this address.')
}

// From the configuration: the Host header is whatever the caller likes.
const page = ({ publicUrl }: SocialDeps, path: string, parameters: Record<string, string>): string =>
  `${publicUrl.origin}${path}?${new URLSearchParams(parameters).toString()}`

const callbackOf = ({ publicUrl }: SocialDeps, name: Provider): string =>
  `${publicUrl.origin}/api/auth/${name}/callback`

const toldAtLogIn =
  (deps: SocialDeps): ErrorRequestHandler =>
  (problem: unknown, _request, response, next) => {
    const isNowhere = problem instanceof Refusal && problem.code === 'not-found'
    if (isNowhere || response.headersSent) return next(problem)
    const code = errorOf(problem)
    const address = page(deps, '/login', { error: code })
    if (problem instanceof SignInFailed) response.redirect(302, address)
    else next(new ToldAtPage(address, problem))
  }

class SignInFailed extends Error {
  readonly code: SignInError
  constructor(code: SignInError) {
    super(signInErrors[code])
    this.code = code
  }
}

const ofProvider: Record<ProviderProblemReason, SignInError> = {
  away: 'provider-away',
  refused: 'failed',
  'unverified-email': 'unverified-email',
}
const ofRefusal: Partial<Record<RefusalCode, SignInError>> = {
  'not-signed-in': 'expired',
  'account-inactive': 'account-inactive',
  'admin-account': 'admin-account',
  'other-identity': 'other-identity',
  'name-taken': 'try-again',
  'too-many': 'too-many',
}

/** The code for the log-in screen. What a provider says in words goes nowhere. */
function errorOf(problem: unknown): SignInError {
  if (problem instanceof SignInFailed) return problem.code
  if (problem instanceof ProviderProblem) return ofProvider[problem.reason]
  return problem instanceof Refusal ? (ofRefusal[problem.code] ?? 'failed') : 'away'
}
