import type { PasskeyOptions } from '@thirty/contracts/api/accounts/two-factor.ts'
import type { CeremonyPurpose, TwoFactorTokens } from './tokens.ts'

/** Returns options for the browser with the token that brings their challenge back. `user`: missing for a login with a passkey alone. */
export const toOptions = (
  tokens: Pick<TwoFactorTokens, 'issueCeremony'>,
  purpose: CeremonyPurpose,
  options: { challenge: string },
  user?: string,
): PasskeyOptions => ({
  ceremony: tokens.issueCeremony(purpose, {
    challenge: options.challenge,
    ...(user !== undefined && { sub: user }),
  }),
  options: { ...options },
})
