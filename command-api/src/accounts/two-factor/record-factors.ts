import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { isAccount, type User } from '../evolve.ts'
import type { FactorFacts } from './facts.ts'
import type { SecondFactors } from './second-factors.ts'

/**
 * Records in the stream of an account what has changed in its second factors. A change that was interrupted before is recorded by the
 * next one.
 */
export function recordFactors(user: User, factors: SecondFactors): UserEvent[] {
  if (!isAccount(user)) return []
  const { factorFacts: known } = user
  return [...appEvents(known, factors), ...passkeyEvents(known, factors), ...codeEvents(known, factors)]
}

function appEvents(known: FactorFacts, { app }: SecondFactors): UserEvent[] {
  if (known.app?.addedAt === app?.addedAt) return []
  return app === null
    ? [{ type: 'AuthenticatorAppRemoved', data: {} }]
    : [{ type: 'AuthenticatorAppAdded', data: { addedAt: app.addedAt } }]
}

function passkeyEvents(known: FactorFacts, { passkeys }: SecondFactors): UserEvent[] {
  const removed = Object.keys(known.passkeys).filter((id) => !passkeys.some((passkey) => passkey.id === id))
  return [
    ...removed.map((passkey): UserEvent => ({ type: 'PasskeyRemoved', data: { passkey } })),
    ...passkeys.flatMap(({ id, name }): UserEvent[] => {
      const data = { passkey: id, name }
      const before = known.passkeys[id]
      if (before === name) return []
      return [before === undefined ? { type: 'PasskeyAdded', data } : { type: 'PasskeyRenamed', data }]
    }),
  ]
}

function codeEvents(known: FactorFacts, { recoveryCodes }: SecondFactors): UserEvent[] {
  if (recoveryCodes === null) return []
  const { createdAt, digests } = recoveryCodes
  const left = digests.length
  if (known.recoveryCodes?.createdAt !== createdAt)
    return [{ type: 'RecoveryCodesCreated', data: { createdAt, count: left } }]
  return known.recoveryCodes.left === left ? [] : [{ type: 'RecoveryCodeUsed', data: { left } }]
}
