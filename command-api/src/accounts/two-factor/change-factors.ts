// Loads, changes and checks the second factors of an account. They are recorded in two streams: their secrets in a stream whose newest event
// alone the log keeps, and their changes in the stream of the account, whose owner gets an email. `verifyFactor` checks a code, a recovery
// code or a passkey: the second step of a login, a confirmation in an open session, or a passkey that signs in alone. It counts attempts
// with codes, and uses up what works once, across processes: codes, challenges and the token of a login.

import { factorSecretEvents, type FactorSecretEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { PasskeyProof } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Request } from 'express'
import { type Commands, streamKind } from '../../fold.ts'
import { newContext, stepContext } from '../../idempotency.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, type LoadedAccount, type User, isDeleted, users } from '../account.ts'
import { sendFactorChanges } from '../security-mails.ts'
import { countOutsideAttempt, countSessionAttempt } from '../attempts/count-attempts.ts'
import {
  noSecondFactors,
  type SecondFactors,
  refuseCode,
  refusePasskey,
  acceptAppCode,
  acceptOnce,
  acceptPasskey,
  acceptRecoveryCode,
  type SingleUse,
} from './decide.ts'
import { stepOf, recoveryCodeDigest } from './codes.ts'
import type { CeremonyPurpose } from './passkeys.ts'

/** Streams of the second factors of accounts; the log keeps only the last event of each. */
export const secondFactorStreams = streamKind<SecondFactors, FactorSecretEvent>(
  (id) => `second-factors-${id}`,
  { events: factorSecretEvents, initial: noSecondFactors, evolve: (_before, { data }) => data },
)

type FactorChange = {
  user: string
  /** Who did it: the user if missing. */
  actor?: string
  correlation: string
  /** The language of the page; missing for an operator. */
  reader?: AccountLanguage
  /** Pure. Returns the factors after the change, the same object for no change, or throws a refusal. */
  decide: (factors: SecondFactors) => SecondFactors
  /** What is recorded in the stream of the account. */
  record?: (user: User, factors: SecondFactors) => UserEvent[]
}

/**
 * Changes the second factors of an account: first their secrets, then what the stream of the account says about them. If the process ends
 * in between, the change counts, and the next one records it. Sends an email about what was recorded. Throws what `decide` throws,
 * `not-signed-in` for an account that was deleted, and `conflict`.
 */
export async function changeFactors(
  parts: AccountParts,
  { user, actor = user, correlation, reader, decide, record = recordFactors }: FactorChange,
): Promise<LoadedAccount & { factors: SecondFactors }> {
  const { commands, log, warn } = parts
  const context = newContext({ actor, correlation })
  const stream = secondFactorStreams.nameOf(user)
  const { state: factors, revision } = await secondFactorStreams.change(commands, user, context, (before) => {
    const data = decide(before)
    return data === before ? [] : [{ type: 'SecondFactorsChanged', data }]
  })
  // A failure must not fail the request, whose change counts. The next change removes the older secrets.
  if (typeof revision === 'number')
    await log
      .truncate(stream, revision)
      .catch((error: unknown) => warn?.('old second factors stay until their next change', error))
  const step = stepContext(context, 'facts')
  const { state, position, events } = await users.change(commands, user, step, (current) =>
    record(current, factors),
  )
  if (!isAccount(state) || (await isDeleted(commands, user))) {
    // The deletion may have come first, and did not see them.
    await log.remove(stream)
    refuseMissingAccount()
  }
  sendFactorChanges(parts, state, events, reader)
  return { factors, id: user, account: state, position }
}

export const loadFactors = async (commands: Pick<Commands, 'load'>, user: string): Promise<SecondFactors> =>
  (await secondFactorStreams.load(commands, user)).state

/**
 * Records in the stream of an account what has changed in its second factors. A change that was interrupted before is recorded by the
 * next one.
 */
function recordFactors(user: User, { app, passkeys, recoveryCodes }: SecondFactors): UserEvent[] {
  if (!isAccount(user)) return []
  const known = user.secondFactors
  const events: UserEvent[] = []
  if (app === null && known.app !== null) events.push({ type: 'AuthenticatorAppRemoved', data: {} })
  if (app !== null && known.app?.addedAt !== app.addedAt)
    events.push({ type: 'AuthenticatorAppAdded', data: { addedAt: app.addedAt } })
  for (const { id: passkey } of known.passkeys)
    if (!passkeys.some(({ id }) => id === passkey)) events.push({ type: 'PasskeyRemoved', data: { passkey } })
  for (const { id: passkey, name } of passkeys) {
    const before = known.passkeys.find(({ id }) => id === passkey)
    if (before === undefined) events.push({ type: 'PasskeyAdded', data: { passkey, name } })
    else if (before.name !== name) events.push({ type: 'PasskeyRenamed', data: { passkey, name } })
  }
  if (recoveryCodes === null) return events
  const { createdAt, digests } = recoveryCodes
  const left = digests.length
  if (known.recoveryCodes?.createdAt !== createdAt)
    events.push({ type: 'RecoveryCodesCreated', data: { createdAt, count: left } })
  else if (known.recoveryCodes.left !== left) events.push({ type: 'RecoveryCodeUsed', data: { left } })
  return events
}

/** One of three proofs of a user. `purpose`: what the passkey was requested for. */
type Verification = {
  user: string
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyProof | undefined
  purpose: CeremonyPurpose
  correlation: string
  request: Request
  /** Set in an open session, for which attempts count. */
  session?: Pick<Caller, 'id' | 'token'>
  /** The token of the login that the proof completes; it works once. */
  token?: SingleUse
}

/**
 * Wrong codes count against the limit of the account or, in an open session, of the session. Throws `wrong-credentials`, `second-step-over`,
 * `conflict`, and `RateLimitExceeded`.
 */
export async function verifyFactor(parts: Parts, verification: Verification) {
  const { limits, clock } = parts
  const { user, passkey, correlation, request, session, token } = verification
  const attempt = async () => {
    const accept = await checkProof(parts, verification)
    return changeFactors(parts, {
      user,
      correlation,
      reader: parts.languageOf(request),
      decide: (factors) => accept(token === undefined ? factors : acceptOnce(factors, token, clock())),
    })
  }
  // Nobody can guess a signature, and anybody may send one: counted, it would lock out the owner.
  if (passkey !== undefined) return attempt()
  if (session !== undefined) return countSessionAttempt(limits, 'second-factor', session, attempt)
  return countOutsideAttempt(limits, 'second-factor', { user, request }, attempt)
}

/** Returns how a right proof changes the factors. A signature is checked here, against the counter of this moment. */
async function checkProof(
  parts: Parts,
  { user, code, recoveryCode, passkey, purpose }: Verification,
): Promise<(factors: SecondFactors) => SecondFactors> {
  const now = parts.clock()
  if (passkey !== undefined) {
    const { passkeys } = await loadFactors(parts.commands, user)
    const { used, ...use } =
      (await parts.passkeys.verifyUse(purpose, passkey, { id: user, passkeys })) ?? refusePasskey()
    return (factors) => acceptPasskey(acceptOnce(factors, used, now), { ...use, now })
  }
  if (recoveryCode !== undefined)
    return (factors) => acceptRecoveryCode(factors, recoveryCodeDigest(user, recoveryCode))
  if (code === undefined) return refuseCode()
  return (factors) => {
    const secret = factors.app === null ? undefined : parts.secrets.unseal(factors.app.secret, user)
    return acceptAppCode(factors, secret === undefined ? undefined : stepOf(secret, code, now))
  }
}
