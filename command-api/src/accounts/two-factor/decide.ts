// Decides about the second factors of an account: what adds, removes or accepts one returns all of them with their secrets as they are
// then, or refuses. `change-factors.ts` checks codes and signatures before, and makes the events of that.

import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { hasSecondFactor, maxPasskeys } from '@thirty/contracts/accounts/two-factor.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import type { FactorSecretEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'

/** A value that works once. `until`: when it expires, in milliseconds since 1970. */
export type SingleUse = { digest: string; until: number }

/** New recovery codes by their digests. They are stored only with the first second factor, or in place of earlier ones. */
export type NewCodes = { digests: readonly string[]; now: number }

/**
 * Marks a value as used, and forgets expired values. Throws `second-step-over` for a value that was used: a message or a
 * token that somebody recorded is worthless.
 */
export function acceptOnce(factors: SecondFactors, { digest, until }: SingleUse, now: number): SecondFactors {
  if (factors.used.some((each) => each.digest === digest)) refuse('second-step-over', 'secondStepOver')
  const unexpired = factors.used.filter((each) => Date.parse(each.until) > now)
  return { ...factors, used: [...unexpired, { digest, until: isoTime(until) }] }
}

/** Turns on an authenticator app, in place of an earlier one. `lastStep`: the step of its first code, which counts as used. */
export function addApp(
  factors: SecondFactors,
  { secret, lastStep, codes }: { secret: string; lastStep: number; codes: NewCodes },
): SecondFactors {
  const app = { secret, lastStep, addedAt: isoTime(codes.now) }
  return { ...withFirstCodes(factors, codes), app }
}

export function addPasskey(factors: SecondFactors, passkey: Passkey, codes: NewCodes): SecondFactors {
  refuseTooManyPasskeys(factors)
  if (factors.passkeys.some(({ credential }) => credential === passkey.credential))
    refuse('conflict', 'passkeyThere')
  return { ...withFirstCodes(factors, codes), passkeys: [...factors.passkeys, passkey] }
}

export function refuseTooManyPasskeys({ passkeys }: SecondFactors): void {
  if (passkeys.length >= maxPasskeys) refuse('quota-reached', 'tooManyPasskeys', { count: maxPasskeys })
}

export function renamePasskey(factors: SecondFactors, id: string, name: string): SecondFactors {
  refuseUnknownPasskey(factors, id)
  return {
    ...factors,
    passkeys: factors.passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey)),
  }
}

/** `isRequired`: whether the account must keep a second factor. Throws `last-factor`. */
export const removeApp = (factors: SecondFactors, isRequired: boolean): SecondFactors =>
  factors.app === null ? factors : withoutLeftovers({ ...factors, app: null }, isRequired)

export function removePasskey(factors: SecondFactors, id: string, isRequired: boolean): SecondFactors {
  refuseUnknownPasskey(factors, id)
  const passkeys = factors.passkeys.filter((passkey) => passkey.id !== id)
  return withoutLeftovers({ ...factors, passkeys }, isRequired)
}

/** Replaces all recovery codes. Throws `no-second-factor`: they only replace a second factor that is lost. */
export function renewCodes(factors: SecondFactors, codes: NewCodes): SecondFactors {
  if (!hasSecondFactor(factors)) refuse('no-second-factor', 'addFactorFirst')
  return withCodes(factors, codes)
}

/** Accepts a code of the app. `step`: the time step that it belongs to, `undefined` for a wrong one. No code is accepted twice. */
export function acceptAppCode(factors: SecondFactors, step: number | undefined): SecondFactors {
  const { app } = factors
  if (app === null || step === undefined || step <= app.lastStep) refuseCode()
  return { ...factors, app: { ...app, lastStep: step } }
}

export function acceptRecoveryCode(factors: SecondFactors, digest: string): SecondFactors {
  const { recoveryCodes } = factors
  if (recoveryCodes === null || !hasSecondFactor(factors) || !recoveryCodes.digests.includes(digest))
    refuseField('recoveryCode', 'wrongRecoveryCode', 'wrong-credentials')
  const digests = recoveryCodes.digests.filter((each) => each !== digest)
  return { ...factors, recoveryCodes: { ...recoveryCodes, digests } }
}

/** Records the use of a passkey whose signature was verified with `counterBefore`. */
export function acceptPasskey(
  factors: SecondFactors,
  { id, counterBefore, counter, now }: { id: string; counterBefore: number; counter: number; now: number },
): SecondFactors {
  const passkey = factors.passkeys.find((each) => each.id === id)
  // Another use of it was recorded since, or it was removed: the signature was checked against something older.
  if (passkey === undefined || passkey.counter !== counterBefore) refusePasskey()
  const used = { ...passkey, counter, lastUsedAt: isoTime(now) }
  return { ...factors, passkeys: factors.passkeys.map((each) => (each.id === id ? used : each)) }
}

export function refuseCode(): never {
  refuseField('code', 'wrongCode', 'wrong-credentials')
}

export function refusePasskey(): never {
  refuse('wrong-credentials', 'passkeyRefused')
}

function refuseUnknownPasskey({ passkeys }: SecondFactors, id: string): void {
  if (!passkeys.some((passkey) => passkey.id === id)) refuse('passkey-not-found', 'passkeyGone')
}

const withFirstCodes = (factors: SecondFactors, codes: NewCodes): SecondFactors =>
  hasSecondFactor(factors) ? factors : withCodes(factors, codes)

const withCodes = (factors: SecondFactors, { digests, now }: NewCodes): SecondFactors => ({
  ...factors,
  recoveryCodes: { digests: [...digests], createdAt: isoTime(now) },
})

/** Recovery codes go with the last second factor. */
function withoutLeftovers(factors: SecondFactors, isRequired: boolean): SecondFactors {
  if (hasSecondFactor(factors)) return factors
  if (isRequired) refuse('last-factor', 'lastFactor')
  return { ...factors, recoveryCodes: null }
}

/** The second factors of an account with their secrets, as the last event of their stream says. */
export type SecondFactors = FactorSecretEvent['data']
export type Passkey = SecondFactors['passkeys'][number]

export const noSecondFactors: SecondFactors = { app: null, passkeys: [], recoveryCodes: null, used: [] }

/** Returns the kinds of second factors that complete a login; none without two-factor sign-in. */
export function kindsOf({ app, passkeys, recoveryCodes }: SecondFactors): SecondFactorKind[] {
  if (!hasSecondFactor({ app, passkeys })) return []
  return [
    ...(app === null ? [] : (['app'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ...((recoveryCodes?.digests.length ?? 0) === 0 ? [] : (['recovery-code'] as const)),
  ]
}
