import { signInProvider } from '@thirty/contracts/api/social.ts'
import type { SignInEvent } from '@thirty/contracts/events/sign-in.ts'
import { returnPath } from '@thirty/contracts/rules/return-path.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Redeem } from '@thirty/infra/http/authentication.ts'
import { slips, type SlipOptions } from '@thirty/infra/http/slips.ts'
import type { Tokens } from '@thirty/infra/http/tokens.ts'
import type { Request } from 'express'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Fold } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import { isAccount } from '../evolve.ts'
import type { SignedIn } from '../log-in.ts'
import { userFold } from '../reserving.ts'
import { userStream } from '../streams.ts'
import { atTheDoor, away, digestOf, type Browsers } from './browser.ts'
import { comeBack, complete, type Identity } from './decide.ts'
import { evolve, type SignInStep } from './evolve.ts'

type Provider = Identity['provider']

const stepFold: Fold<SignInStep, SignInEvent> = { initial: 'begun', evolve }
const stepStream = (browser: string): string => `sign-in-${browser}`

/** `browser` is the digest of the nonce that the browser holds. */
const stateContent = z.object({ provider: signInProvider, redirect: z.string(), browser: z.string() })
const ticketContent = z.object({ sub: z.string(), version: z.int(), browser: z.string() })

type Deps = Pick<SlipOptions, 'secret' | 'clock'> & {
  commands: Commands
  tokens: Pick<Tokens, 'issue'>
  browsers: Pick<Browsers, 'nonceOf'>
  publicUrl: URL
}

/** The slips of a social sign-in: the state that travels to the provider and back, and the ticket for the session. */
export type Desk = {
  stateFor(sign: { provider: Provider; redirect: string; nonce: string }): string
  /** Takes a state back. Throws `not-signed-in` for one that is not ours, of another browser, or used. */
  takeState(asked: Returned): Promise<{ nonce: string; redirect: string }>
  ticketFor(signedIn: Pick<SignedIn, 'id' | 'account'>, nonce: string): string
  redeem: Redeem
}

type Returned = {
  provider: Provider
  state: string | undefined
  request: Request
  correlation: string
}

export function desk({ secret, clock, publicUrl, ...deps }: Deps): Desk {
  const { commands, tokens, browsers } = deps
  const options = { secret, clock, issuer: publicUrl.origin }
  const states = slips(options, { type: 'sign-in-state', lifetime: away, content: stateContent })
  const tickets = slips(options, { type: 'sign-in-ticket', lifetime: atTheDoor, content: ticketContent })

  const step = (browser: string, correlation: string, actor: string, decide: typeof complete) =>
    commands.handle({
      ...stepFold,
      stream: stepStream(browser),
      asker: { actor, correlation, command: { id: randomUUID() } },
      decide,
    })

  return {
    stateFor: ({ provider, redirect, nonce }) =>
      states.issue({ provider, redirect: returnPath(redirect), browser: digestOf(nonce) }),

    takeState: async ({ provider, state = '', request, correlation }) => {
      const said = states.read(state)
      const nonce = browsers.nonceOf(request)
      const isOurs = said?.provider === provider && nonce !== undefined && said.browser === digestOf(nonce)
      if (!isOurs) refuse('not-signed-in', 'This sign-in did not begin in this browser.')
      await step(said.browser, correlation, said.browser, (now) => comeBack(now, provider))
      return { nonce, redirect: returnPath(said.redirect) }
    },

    ticketFor: ({ id, account }, nonce) =>
      tickets.issue({ sub: id, version: account.sessionVersion, browser: digestOf(nonce) }),

    redeem: async (ticket, request) => {
      const said = tickets.read(ticket)
      const nonce = browsers.nonceOf(request)
      if (said === undefined || nonce === undefined || said.browser !== digestOf(nonce)) return undefined
      const { state: user } = await commands.load(userStream(said.sub), userFold)
      if (!isAccount(user) || user.sessionVersion !== said.version) return undefined
      return {
        token: tokens.issue({ id: said.sub, version: user.sessionVersion }),
        useUp: async () => void (await step(said.browser, randomUUID(), said.sub, complete)),
      }
    },
  }
}
