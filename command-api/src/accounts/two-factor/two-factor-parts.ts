import { sealing } from '@thirty/infra/sealed-text.ts'
import type { With } from '../../parts.ts'
import { factorNotifier, type NotifyOfFactors } from './factor-notifier.ts'
import { twoFactorTokens } from './tokens.ts'
import { webAuthn } from './webauthn.ts'

/** What the handlers of two-factor sign-in share. */
export type TwoFactorParts = With<'secrets' | 'twoFactorTokens' | 'passkeys'> & {
  notifyOfFactors: NotifyOfFactors
}

/** `secret` signs tokens; `reservationKey` encrypts the secrets of authenticator apps and must never change (decision 0097). */
export const twoFactorParts = (
  options: With<'clock' | 'mail' | 'publicUrl' | 'secret'> & { reservationKey: string },
): TwoFactorParts => ({
  secrets: sealing(options.reservationKey, 'authenticator app'),
  twoFactorTokens: twoFactorTokens(options),
  passkeys: webAuthn(options.publicUrl),
  notifyOfFactors: factorNotifier(options),
})
