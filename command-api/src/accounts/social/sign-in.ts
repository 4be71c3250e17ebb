import type { Redeem } from '@thirty/infra/http/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Tokens } from '@thirty/infra/http/tokens.ts'
import { browsers as browsersAt } from './browser.ts'
import { desk as deskOf } from './desk.ts'
import { socialEndpoints, type SocialDeps } from './endpoints.ts'

export type SocialSignInDeps = Omit<SocialDeps, 'browsers' | 'desk'> & { tokens: Pick<Tokens, 'issue'> }

/** Social sign-in: the calls, and what changes the ticket at their end into a session token. */
export function socialSignIn(deps: SocialSignInDeps): { endpoints: Endpoint[]; redeem: Redeem } {
  const browsers = browsersAt(deps.publicUrl)
  const desk = deskOf({ ...deps, browsers })
  return { endpoints: socialEndpoints({ ...deps, browsers, desk }), redeem: desk.redeem }
}
