// The signed tokens of second factors: for the second step of a login, a new app, and a confirmation, which sensitive changes require. None
// of them is a session. `passkeys.ts` has the tokens of challenges.

import { hash, randomUUID } from 'node:crypto'
import {
  confirmationHeader,
  confirmationMinutes,
  secondStepMinutes,
} from '@thirty/contracts/accounts/two-factor.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { requireCaller, type Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { signedTokens, type SignedTokenOptions } from '@thirty/infra/http/authentication/signed-tokens.ts'
import type { Request } from 'express'
import { z } from 'zod'
import type { LoadedAccount } from '../account.ts'
import type { SingleUse } from './decide.ts'

/** Minutes that adding an app may take. */
const setupMinutes = 15

const secondStep = z.object({ sub: z.string(), version: z.int(), id: z.string(), exp: z.int() })
const appSetup = z.object({ sub: z.string(), sealed: z.string(), id: z.string(), exp: z.int() })
const confirmation = z.object({ sub: z.string(), session: z.string() })

export type TwoFactorTokens = ReturnType<typeof twoFactorTokens>

export function twoFactorTokens({
  secret,
  clock,
  publicUrl,
}: Omit<SignedTokenOptions, 'issuer'> & { publicUrl: URL }) {
  const options = { secret, clock, issuer: publicUrl.origin }
  const define = <Schema extends z.ZodObject>(type: string, minutes: number, content: Schema) =>
    signedTokens(options, { type, lifetime: minutes * 60, content })
  const secondSteps = define('second-step', secondStepMinutes, secondStep)

  return {
    /** Completes the login of a user whose password was right, or who has signed in with a provider. */
    issueSecondStep: ({ id: sub, account }: Pick<LoadedAccount, 'id' | 'account'>) =>
      secondSteps.issue({ sub, version: account.sessionVersion, id: randomUUID() }),
    verifySecondStep: secondSteps.verify,
    /** Each has the sealed secret of a new app. */
    setups: define('app-setup', setupMinutes, appSetup),
    /** Each allows a session to change second factors for a while. */
    confirmations: define('two-factor-confirmation', confirmationMinutes, confirmation),
  }
}

/** Returns the single use of a token or challenge. `exp` in seconds since 1970. */
export const singleUse = (value: string, exp: number): SingleUse => ({
  digest: hash('sha256', value, 'base64url'),
  until: exp * 1_000,
})

/** Returns when changes begin to need a confirmation after the login of the caller, in milliseconds since 1970. */
export const confirmedUntil = ({ token }: Pick<Caller, 'token'>): number =>
  token.issuedAt + confirmationMinutes * 60_000

/**
 * Throws `confirmation-needed` unless the caller logged in, or confirmed in this session who they are, a short time ago. `confirmation`
 * is in the header of the request, unless it came in the body.
 */
export function requireConfirmation(
  { clock, twoFactorTokens: tokens }: { clock: Clock; twoFactorTokens: TwoFactorTokens },
  request: Request,
  confirmation = request.get(confirmationHeader),
): void {
  const caller = requireCaller(request)
  if (clock() < confirmedUntil(caller)) return
  const claims = confirmation === undefined ? undefined : tokens.confirmations.verify(confirmation)
  if (claims?.sub === caller.id && claims.session === caller.token.id) return
  refuse('confirmation-needed', 'confirmFirst')
}
