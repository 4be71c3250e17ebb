// The second factors as the stream of the account records them, without secrets, which are in `decide.ts`: a part of
// `../evolve.ts`, from which `change-factors.ts` finds what it has yet to record.

import type { FactorChangeEvent } from '@thirty/contracts/accounts/second-factor-events.ts'

/** What the stream of an account says about its second factors. `addedAt` and `createdAt` are ISO times. */
export type FactorFacts = {
  app: { addedAt: string } | undefined
  /** Names by id. */
  passkeys: Readonly<Record<string, string>>
  recoveryCodes: { createdAt: string; left: number } | undefined
}

export const noFactorFacts: FactorFacts = { app: undefined, passkeys: {}, recoveryCodes: undefined }

/** Returns whether the account has a second factor according to its stream. Recovery codes alone are none. */
export const hadSecondFactor = ({ app, passkeys }: FactorFacts): boolean =>
  app !== undefined || Object.keys(passkeys).length > 0

/** Returns the facts after one more event of the account. */
export function evolveFacts(facts: FactorFacts, event: FactorChangeEvent): FactorFacts {
  switch (event.type) {
    case 'AuthenticatorAppAdded':
      return { ...facts, app: { addedAt: event.data.addedAt } }
    case 'AuthenticatorAppRemoved':
      return { ...facts, app: undefined }
    case 'PasskeyAdded':
    case 'PasskeyRenamed':
      return { ...facts, passkeys: { ...facts.passkeys, [event.data.passkey]: event.data.name } }
    case 'PasskeyRemoved': {
      const { [event.data.passkey]: _removed, ...passkeys } = facts.passkeys
      return { ...facts, passkeys }
    }
    case 'RecoveryCodesCreated': {
      const { createdAt, count: left } = event.data
      return { ...facts, recoveryCodes: { createdAt, left } }
    }
    case 'RecoveryCodeUsed':
      return {
        ...facts,
        recoveryCodes: facts.recoveryCodes && { ...facts.recoveryCodes, left: event.data.left },
      }
    case 'SecondFactorsReset':
      return noFactorFacts
  }
}
