import type { FactorSecretEvent } from '@thirty/contracts/accounts/second-factor-events.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'

/** The second factors of an account with their secrets, as the last event of their stream says. */
export type SecondFactors = FactorSecretEvent['data']
export type Passkey = SecondFactors['passkeys'][number]

export const noSecondFactors: SecondFactors = { app: null, passkeys: [], recoveryCodes: null, used: [] }

/** Returns the kinds of second factors that complete a login; none without two-factor sign-in. */
export function kindsOf({ app, passkeys, recoveryCodes }: SecondFactors): SecondFactorKind[] {
  if (app === null && passkeys.length === 0) return []
  return [
    ...(app === null ? [] : (['app'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ...((recoveryCodes?.digests.length ?? 0) === 0 ? [] : (['recovery-code'] as const)),
  ]
}

export const isOn = (factors: SecondFactors): boolean => kindsOf(factors).length > 0
