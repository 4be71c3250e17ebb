import { signInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { signInEvents, type SignInEvent } from '@thirty/contracts/events/sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/rules/return-path.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import { signedTokens, type SignedTokenOptions } from '@thirty/infra/http/authentication/signed-tokens.ts'
import type { SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import type { Request } from 'express'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import { isAccount } from '../evolve.ts'
import type { LoadedAccount } from '../sessions/log-in.ts'
import { userFold } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'
import { oneTimeTokenSeconds, providerVisitSeconds, nonceDigest, type NonceCookie } from './nonce-cookie.ts'
import { recordReturn, completeSignIn, type Identity } from './decide.ts'
import { evolve, type SignInStep } from './evolve.ts'

type Provider = Identity['provider']

const stepFold: Fold<SignInStep, SignInEvent> = { events: signInEvents, initial: 'begun', evolve }
const stepStream = (browser: string): string => `sign-in-${browser}`

/** `browser` is the digest of the nonce that the browser holds. */
const stateSchema = z.object({ provider: signInProvider, redirect: z.string(), browser: z.string() })
const oneTimeTokenSchema = z.object({ sub: z.string(), version: z.int(), browser: z.string() })

type Deps = Pick<SignedTokenOptions, 'secret' | 'clock'> & {
  commands: Commands
  tokens: Pick<SessionTokens, 'issue'>
  browsers: Pick<NonceCookie, 'read'>
  publicUrl: URL
}

/** The slips of a social sign-in: the state that travels to the provider and back, and the ticket for the session. */
export type SignInStateStore = {
  issueState(sign: { provider: Provider; redirect: string; nonce: string }): string
  /** Takes a state back. Throws `not-signed-in` for one that is not ours, of another browser, or used. */
  redeemState(asked: ReturnedState): Promise<{ nonce: string; redirect: string }>
  issueOneTimeToken(signedIn: Pick<LoadedAccount, 'id' | 'account'>, nonce: string): string
  redeem: RedeemOneTimeToken
}

type ReturnedState = {
  provider: Provider
  state: string | undefined
  request: Request
  correlation: string
}

export function signInStateStore({ secret, clock, publicUrl, ...deps }: Deps): SignInStateStore {
  const { commands, tokens, browsers } = deps
  const options = { secret, clock, issuer: publicUrl.origin }
  const states = signedTokens(options, {
    type: 'sign-in-state',
    lifetime: providerVisitSeconds,
    content: stateSchema,
  })
  const tickets = signedTokens(options, {
    type: 'sign-in-ticket',
    lifetime: oneTimeTokenSeconds,
    content: oneTimeTokenSchema,
  })

  const step = (browser: string, correlation: string, actor: string, decide: typeof completeSignIn) =>
    commands.handle({
      ...stepFold,
      stream: stepStream(browser),
      context: { actor, correlation, command: { id: randomUUID() } },
      decide,
    })

  return {
    issueState: ({ provider, redirect, nonce }) =>
      states.issue({ provider, redirect: safeReturnPath(redirect), browser: nonceDigest(nonce) }),

    redeemState: async ({ provider, state = '', request, correlation }) => {
      const said = states.verify(state)
      const nonce = browsers.read(request)
      const isOurs = said?.provider === provider && nonce !== undefined && said.browser === nonceDigest(nonce)
      if (!isOurs) refuse('not-signed-in', 'This sign-in did not begin in this browser.')
      await step(said.browser, correlation, said.browser, (now) => recordReturn(now, provider))
      return { nonce, redirect: safeReturnPath(said.redirect) }
    },

    issueOneTimeToken: ({ id, account }, nonce) =>
      tickets.issue({ sub: id, version: account.sessionVersion, browser: nonceDigest(nonce) }),

    redeem: async (ticket, request) => {
      const said = tickets.verify(ticket)
      const nonce = browsers.read(request)
      if (said === undefined || nonce === undefined || said.browser !== nonceDigest(nonce)) return undefined
      const { state: user } = await commands.load(userStream(said.sub), userFold)
      if (!isAccount(user) || user.sessionVersion !== said.version) return undefined
      return {
        token: tokens.issue({ id: said.sub, version: user.sessionVersion }),
        consume: async () => void (await step(said.browser, randomUUID(), said.sub, completeSignIn)),
      }
    },
  }
}
