import type { With } from '../../parts.ts'
import { factorNotifier, type NotifyOfFactors } from './mails.ts'
import { secretBox, type SecretBox } from './secret-box.ts'
import { twoFactorTokens, type TwoFactorTokens } from './tokens.ts'
import { webAuthn, type WebAuthn } from './webauthn.ts'

/** What the handlers of two-factor sign-in share. */
export type TwoFactorParts = {
  secrets: SecretBox
  twoFactorTokens: TwoFactorTokens
  passkeys: WebAuthn
  notifyOfFactors: NotifyOfFactors
}

/** `secret` signs tokens; `reservationKey` encrypts the secrets of authenticator apps and must never change. */
export const twoFactorParts = (
  options: With<'clock' | 'mail' | 'publicUrl' | 'secret'> & { reservationKey: string },
): TwoFactorParts => ({
  secrets: secretBox(options.reservationKey),
  twoFactorTokens: twoFactorTokens(options),
  passkeys: webAuthn(options.publicUrl),
  notifyOfFactors: factorNotifier(options),
})
