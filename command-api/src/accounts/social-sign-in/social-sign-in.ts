import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { nonceCookie as browsersAt } from './nonce-cookie.ts'
import { signInStateStore as deskOf } from './sign-in-state-store.ts'
import { socialHandlers, type SocialDeps } from './endpoints.ts'

export type SocialSignInDeps = Omit<SocialDeps, 'nonceCookie' | 'signInStates'> & {
  tokens: Pick<SessionTokens, 'issue'>
}

/** Social sign-in: the calls, and what changes the ticket at their end into a session token. */
export function socialSignIn(deps: SocialSignInDeps): { endpoints: Endpoint[]; redeem: RedeemOneTimeToken } {
  const browsers = browsersAt(deps.publicUrl)
  const desk = deskOf({ ...deps, browsers })
  return {
    endpoints: socialHandlers({ ...deps, nonceCookie: browsers, signInStates: desk }),
    redeem: desk.redeem,
  }
}
