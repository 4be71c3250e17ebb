import { sealing } from '@thirty/infra/sealed-text.ts'
import type { With } from '../../parts.ts'
import { factorNotifier, type NotifyOfFactors } from './factor-notifier.ts'
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

type SecretBox = ReturnType<typeof secretBox>

/**
 * Encrypts the secrets of authenticator apps, each for one account. `installationKey`: the reservation key, which never changes (decision
 * 0097).
 */
export function secretBox(installationKey: string) {
  const { seal, unseal } = sealing(installationKey, 'authenticator app')
  return {
    seal: (user: string, secret: string): string => seal(secret, user),
    /** Returns the secret; `undefined` if it was sealed for another account or under another key. */
    open: (user: string, sealed: string): string | undefined => unseal(sealed, user),
  }
}
