// The rules of second factors, and which accounts need one. An installation can require second factors of its owners. Refusing their login
// would lock out every owner without a second factor. So they log in, and every endpoint with a session refuses them, unless it has
// `allowsBeforeTwoFactor`: an endpoint that is added later is closed. Only an admin with a second factor can turn the requirement on, and
// nobody can remove their last one meanwhile. Operators may always switch it.

import type { TwoFactorState } from './two-factor-api.ts'
import type { FactorSecretEvent, FactorChangeEvent } from './second-factor-events.ts'
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

/** What decides whether an account has to set up two-factor sign-in. `role` is null for everybody but admins. */
export type TwoFactorAccount = { role: AdminRole | null; hasSecondFactor: boolean }

/**
 * Returns whether an account must set up two-factor sign-in before it may do anything else: owners without a second factor, while the
 * installation requires one of them.
 */
export const needsTwoFactor = (
  { role, hasSecondFactor: hasOne }: TwoFactorAccount,
  { ownersNeedTwoFactor }: { ownersNeedTwoFactor: boolean },
): boolean => ownersNeedTwoFactor && role === 'owner' && !hasOne

/** The factors of an account, as its own stream records them: whether it has an app, and the ids of its passkeys. */
export type KnownFactors = { app: boolean; passkeys: readonly string[] }

export const noKnownFactors: KnownFactors = { app: false, passkeys: [] }

type KnownFactorEvent = Extract<
  FactorChangeEvent,
  {
    type:
      | 'AuthenticatorAppAdded'
      | 'AuthenticatorAppRemoved'
      | 'PasskeyAdded'
      | 'PasskeyRemoved'
      | 'SecondFactorsReset'
  }
>

/** Returns the factors after one more event of the account. */
export function evolveKnownFactors(factors: KnownFactors, event: KnownFactorEvent): KnownFactors {
  switch (event.type) {
    case 'AuthenticatorAppAdded':
      return { ...factors, app: true }
    case 'AuthenticatorAppRemoved':
      return { ...factors, app: false }
    case 'PasskeyAdded':
      return { ...factors, passkeys: [...factors.passkeys, event.data.passkey] }
    case 'PasskeyRemoved':
      return { ...factors, passkeys: factors.passkeys.filter((id) => id !== event.data.passkey) }
    case 'SecondFactorsReset':
      return noKnownFactors
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
export const hasSecondFactor = ({ app, passkeys }: KnownFactors): boolean => app || passkeys.length > 0
