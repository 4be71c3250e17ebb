import { refuse } from '@thirty/contracts/refusals.ts'
import { confirmationMinutes } from '@thirty/contracts/rules/two-factor.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { TwoFactorTokens } from './tokens.ts'

type ConfirmationDeps = { clock: Clock; twoFactorTokens: Pick<TwoFactorTokens, 'verifyConfirmation'> }
type Confirming = Pick<Caller, 'id' | 'token'>

/** Returns when changes begin to need a confirmation after the login of the caller, in milliseconds since 1970. */
export const confirmedUntil = ({ token }: Pick<Caller, 'token'>): number =>
  token.issuedAt + confirmationMinutes * 60_000

/** Throws `confirmation-needed` unless the caller logged in, or confirmed in this session who they are, a short time ago. */
export function requireConfirmation(
  { clock, twoFactorTokens }: ConfirmationDeps,
  caller: Confirming,
  confirmation: string | undefined,
): void {
  if (clock() < confirmedUntil(caller)) return
  const claims = confirmation === undefined ? undefined : twoFactorTokens.verifyConfirmation(confirmation)
  if (claims?.sub === caller.id && claims.session === caller.token.id) return
  refuse('confirmation-needed', 'Please confirm first that it is you.')
}
