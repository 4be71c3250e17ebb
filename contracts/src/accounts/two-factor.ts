// The rules of second factors, and which accounts need one. An installation can require second factors of its owners. Refusing their login
// would lock out every owner without a second factor. So they log in, and every endpoint with a session refuses them, unless it has
// `allowsBeforeTwoFactor`: an endpoint that is added later is closed. Only an admin with a second factor can turn the requirement on, and
// nobody can remove their last one meanwhile. Operators may always switch it.

import type { TwoFactorState } from './two-factor-api.ts'
import type { FactorSecretEvent, FactorChangeEvent } from './sign-in-events.ts'
import type { AdminRole } from '../team/admin-roles.ts'

/** How many recovery codes an account has at most. */
export const recoveryCodeCount = 10

/** How many passkeys an account has at most. */
export const maxPasskeys = 20

/** Minutes after a login, and after a confirmation, during which no further confirmation is needed. */
export const confirmationMinutes = 10

/** The header that carries what `POST /api/auth/two-factor/confirm` answered: the caller has confirmed who they are. */
export const confirmationHeader = 'X-Confirmation'

/** Minutes that the second step of a login may take. */
export const secondStepMinutes = 5

/**
 * Returns whether the installation requires a second factor of somebody with a role, null for everybody but admins: without one, they have
 * to set it up before they may do anything else.
 */
export const requiresTwoFactor = (
  role: AdminRole | null,
  { ownersNeedTwoFactor }: { ownersNeedTwoFactor: boolean },
): boolean => ownersNeedTwoFactor && role === 'owner'

/** The second factors of an account as its own stream records them, without secrets. Times are ISO. */
export type RecordedFactors = {
  app: { addedAt: string } | null
  passkeys: readonly { id: string; name: string }[]
  recoveryCodes: { createdAt: string; left: number } | null
}

export const noRecordedFactors: RecordedFactors = { app: null, passkeys: [], recoveryCodes: null }

/** Returns the factors after one more event of the account. */
export function evolveFactors(factors: RecordedFactors, event: FactorChangeEvent): RecordedFactors {
  const without = (passkey: string) => factors.passkeys.filter(({ id }) => id !== passkey)
  switch (event.type) {
    case 'AuthenticatorAppAdded':
      return { ...factors, app: { addedAt: event.data.addedAt } }
    case 'AuthenticatorAppRemoved':
      return { ...factors, app: null }
    case 'PasskeyAdded':
    case 'PasskeyRenamed': {
      const { passkey: id, name } = event.data
      return { ...factors, passkeys: [...without(id), { id, name }] }
    }
    case 'PasskeyRemoved':
      return { ...factors, passkeys: without(event.data.passkey) }
    case 'RecoveryCodesCreated': {
      const { createdAt, count: left } = event.data
      return { ...factors, recoveryCodes: { createdAt, left } }
    }
    case 'RecoveryCodeUsed': {
      const { recoveryCodes } = factors
      return { ...factors, recoveryCodes: recoveryCodes && { ...recoveryCodes, left: event.data.left } }
    }
    case 'SecondFactorsReset':
      return noRecordedFactors
  }
}

/** Returns what the owner of an account may see of its second factors. */
export const withoutSecrets = ({
  app,
  passkeys,
  recoveryCodes,
}: FactorSecretEvent['data']): TwoFactorState => ({
  app: app && { addedAt: app.addedAt },
  passkeys: passkeys.map(({ id, name, addedAt, lastUsedAt }) => ({ id, name, addedAt, lastUsedAt })),
  recoveryCodes: recoveryCodes && {
    left: recoveryCodes.digests.length,
    createdAt: recoveryCodes.createdAt,
  },
})

/** Returns whether an account has a second factor. Recovery codes alone are none. */
export const hasSecondFactor = (factors: { app: object | null; passkeys: readonly unknown[] }): boolean =>
  factors.app !== null || factors.passkeys.length > 0
