import { signInErrors, signInProvider, type SignInError } from '@thirty/contracts/api/social.ts'
import { socialCalls } from '@thirty/contracts/calls/social.ts'
import { refuse, Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type AskedFor, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { ProviderProblem, type ProviderProblemReason } from '@thirty/infra/oauth/oauth.ts'
import type { Providers } from '@thirty/infra/oauth/providers.ts'
import type { Commands } from '../../handle.ts'
import type { Settle } from '../../settle.ts'
import { accountOf } from './account.ts'
import { atTheDoor, challengeOf, verifierOf, type Browsers } from './browser.ts'
import type { Identity } from './decide.ts'
import type { Desk } from './desk.ts'

export type SocialDeps = {
  commands: Commands
  log: Pick<EventLog, 'remove'>
  clock: Clock
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

/** Sign-in by somebody else's word. Whatever happens on the way back, the browser ends at a page. */
export function socialEndpoints(deps: SocialDeps): Endpoint[] {
  const names = signInProvider.options.filter((name) => deps.providers[name] !== undefined)
  return [
    endpoint(socialCalls.providers)(() => ({ success: true, providers: names })),
    endpoint(socialCalls.github)((asked) => begin(deps, 'github', asked)),
    endpoint(socialCalls.google)((asked) => begin(deps, 'google', asked)),
    endpoint(socialCalls.githubCallback)((asked) => end(deps, 'github', asked)),
    endpoint(socialCalls.googleCallback)((asked) => end(deps, 'google', asked)),
  ]
}

function begin(deps: SocialDeps, name: Provider, { query, response }: Starting): undefined {
  const { browsers, desk, secret } = deps
  const provider = providerOf(deps, name)
  const nonce = browsers.mark(response)
  const address = provider.authorizeAddress({
    state: desk.stateFor({ provider: name, redirect: query.redirect ?? '', nonce }),
    challenge: challengeOf(verifierOf(nonce, secret)),
    callback: callbackOf(deps, name),
  })
  response.redirect(302, address)
}

async function end(deps: SocialDeps, name: Provider, asked: Returning): Promise<undefined> {
  const provider = providerOf(deps, name)
  try {
    asked.response.redirect(302, await signedInAddress(deps, name, provider, asked))
  } catch (problem) {
    const code = errorOf(problem)
    if (code === undefined) throw problem
    asked.response.redirect(302, page(deps, '/login', { error: code }))
  }
}

async function signedInAddress(
  deps: SocialDeps,
  name: Provider,
  provider: ReturnType<typeof providerOf>,
  { query, request, response, correlation }: Returning,
): Promise<string> {
  const { browsers, desk, settle, secret } = deps
  const { nonce, redirect } = await desk.takeState({
    provider: name,
    state: query.state,
    request,
    correlation,
  })
  if (query.error === 'access_denied') throw new SignInFailed('cancelled')
  if (query.code === undefined) throw new SignInFailed('failed')
  const verifier = verifierOf(nonce, secret)
  const person = await provider.personOf({ code: query.code, verifier, callback: callbackOf(deps, name) })
  const signedIn = await accountOf(deps, { provider: name, person, correlation })
  await settle(signedIn.position)
  browsers.keep(response, nonce, atTheDoor)
  return page(deps, '/auth/success', { token: desk.ticketFor(signedIn, nonce), redirect })
}

const providerOf = ({ providers }: SocialDeps, name: Provider) =>
  providers[name] ?? refuse('not-found', 'There is nothing at this address.')

// From the configuration: the Host header is whatever the caller likes.
const page = ({ publicUrl }: SocialDeps, path: string, parameters: Record<string, string>): string =>
  `${publicUrl.origin}${path}?${new URLSearchParams(parameters).toString()}`

const callbackOf = ({ publicUrl }: SocialDeps, name: Provider): string =>
  `${publicUrl.origin}/api/auth/${name}/callback`

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
}

/** The code for the log-in screen; `undefined` for what nobody foresaw. What a provider says in words goes nowhere. */
function errorOf(problem: unknown): SignInError | undefined {
  if (problem instanceof SignInFailed) return problem.code
  if (problem instanceof ProviderProblem) return ofProvider[problem.reason]
  if (problem instanceof LogUnavailable) return 'away'
  return problem instanceof Refusal ? (ofRefusal[problem.code] ?? 'failed') : undefined
}
