// The signed tokens of two-factor sign-in. None of them is a session.

import { hash, randomUUID } from 'node:crypto'
import type { PasskeyOptions } from '@thirty/contracts/accounts/two-factor-api.ts'
import { confirmationMinutes, secondStepMinutes } from '@thirty/contracts/accounts/two-factor.ts'
import { signedTokens, type SignedTokenOptions } from '@thirty/infra/http/authentication/signed-tokens.ts'
import { z } from 'zod'
import type { SingleUse } from './decide.ts'

/** Minutes that adding an app may take. */
const setupMinutes = 15

const secondStep = z.object({ sub: z.string(), version: z.int(), id: z.string(), exp: z.int() })
const appSetup = z.object({ sub: z.string(), sealed: z.string(), id: z.string(), exp: z.int() })
const confirmation = z.object({ sub: z.string(), session: z.string(), exp: z.int() })
const ceremony = z.object({ sub: z.string().optional(), challenge: z.string(), exp: z.int() })

/** The purpose of a passkey request: each purpose has its own tokens, which are invalid for the others. */
export const ceremonyPurposes = ['registration', 'second-step', 'login', 'confirmation'] as const
export type CeremonyPurpose = (typeof ceremonyPurposes)[number]

export type TwoFactorTokens = ReturnType<typeof twoFactorTokens>

export function twoFactorTokens({
  secret,
  clock,
  publicUrl,
}: Omit<SignedTokenOptions, 'issuer'> & { publicUrl: URL }) {
  const options = { secret, clock, issuer: publicUrl.origin }
  const seconds = (minutes: number) => minutes * 60
  const expiry = (minutes: number) => Math.floor(clock() / 1_000) + seconds(minutes)
  const define = <Schema extends z.ZodObject>(type: string, minutes: number, content: Schema) =>
    signedTokens(options, { type, lifetime: seconds(minutes), content })
  const steps = define('second-step', secondStepMinutes, secondStep)
  const setups = define('app-setup', setupMinutes, appSetup)
  const confirmations = define('two-factor-confirmation', confirmationMinutes, confirmation)
  const ceremonies = Object.fromEntries(
    ceremonyPurposes.map((purpose) => [purpose, define(`passkey-${purpose}`, secondStepMinutes, ceremony)]),
    // Safe: there is one entry for each purpose.
  ) as Record<CeremonyPurpose, ReturnType<typeof define<typeof ceremony>>>

  return {
    /** Completes the login of a user whose password was right, or who has signed in with a provider. */
    issueSecondStep: ({ id: sub, version }: { id: string; version: number }) =>
      steps.issue({ sub, version, id: randomUUID(), exp: expiry(secondStepMinutes) }),
    verifySecondStep: steps.verify,
    issueSetup: (sub: string, sealed: string) =>
      setups.issue({ sub, sealed, id: randomUUID(), exp: expiry(setupMinutes) }),
    verifySetup: setups.verify,
    /** Allows the session to change second factors for a while. */
    issueConfirmation: (sub: string, session: string) => ({
      confirmation: confirmations.issue({ sub, session, exp: expiry(confirmationMinutes) }),
      until: new Date(expiry(confirmationMinutes) * 1_000).toISOString(),
    }),
    verifyConfirmation: confirmations.verify,
    issueCeremony: (purpose: CeremonyPurpose, content: { sub?: string; challenge: string }) =>
      ceremonies[purpose].issue({ ...content, exp: expiry(secondStepMinutes) }),
    verifyCeremony: (purpose: CeremonyPurpose, text: string) => ceremonies[purpose].verify(text),
  }
}

/** Returns the single use of a token or challenge. `exp` in seconds since 1970. */
export const singleUse = (value: string, exp: number): SingleUse => ({
  digest: hash('sha256', value, 'base64url'),
  until: exp * 1_000,
})

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
