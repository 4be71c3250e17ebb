// Refuses sensitive changes unless the caller has logged in, or has confirmed who they are, a short time ago.

import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { confirmationHeader, confirmationMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { requireCaller, type Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Request } from 'express'
import type { With } from '../../parts.ts'

/** Returns when changes begin to need a confirmation after the login of the caller, in milliseconds since 1970. */
export const confirmedUntil = ({ token }: Pick<Caller, 'token'>): number =>
  token.issuedAt + confirmationMinutes * 60_000

/**
 * Throws `confirmation-needed` unless the caller logged in, or confirmed in this session who they are, a short time ago. `confirmation`
 * is in the header of the request, unless it came in the body.
 */
export function requireConfirmation(
  { clock, twoFactorTokens }: With<'clock' | 'twoFactorTokens'>,
  request: Request,
  confirmation = request.get(confirmationHeader),
): void {
  const caller = requireCaller(request)
  if (clock() < confirmedUntil(caller)) return
  const claims = confirmation === undefined ? undefined : twoFactorTokens.confirmations.verify(confirmation)
  if (claims?.sub === caller.id && claims.session === caller.token.id) return
  refuse('confirmation-needed', say('confirmFirst'))
}
