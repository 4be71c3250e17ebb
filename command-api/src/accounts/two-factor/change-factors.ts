// Loads and changes the second factors of an account, and tells its owner. They are recorded in two streams: their secrets in a stream whose
// newest event alone the log keeps, and their changes in the stream of the account.

import {
  factorSecretEvents,
  type FactorSecretEvent,
} from '@thirty/contracts/accounts/second-factor-events.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { RecordedFactors } from '@thirty/contracts/accounts/two-factor.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { type Commands, streamKind } from '../../fold.ts'
import { newContext, stepContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, type LoadedAccount, type User, isDeleted, users } from '../account.ts'
import { sendFactorChanges, type SecurityMailParts } from '../security-mails.ts'
import { noSecondFactors, type SecondFactors } from './decide.ts'

/** Streams of the second factors of accounts; the log keeps only the last event of each. */
export const secondFactorStreams = streamKind<SecondFactors, FactorSecretEvent>(
  (id) => `second-factors-${id}`,
  { events: factorSecretEvents, initial: noSecondFactors, evolve: (_before, { data }) => data },
)

export type ChangeFactorsParts = With<'commands' | 'log' | 'onTruncateFailed'> & SecurityMailParts

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
  parts: ChangeFactorsParts,
  { user, actor = user, correlation, reader, decide, record = recordFactors }: FactorChange,
): Promise<LoadedAccount & { factors: SecondFactors }> {
  const { commands, log, onTruncateFailed = () => undefined } = parts
  const context = newContext({ actor, correlation })
  const stream = secondFactorStreams.nameOf(user)
  const { state: factors, revision } = await secondFactorStreams.change(commands, user, context, (before) => {
    const data = decide(before)
    return data === before ? [] : [{ type: 'SecondFactorsChanged', data }]
  })
  // A failure must not fail the request, whose change counts. The next change removes the older secrets.
  if (typeof revision === 'number') await log.truncate(stream, revision).catch(onTruncateFailed)
  const { state, position, events } = await users.change(
    commands,
    user,
    stepContext(context, 'facts'),
    (current) => record(current, factors),
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
function recordFactors(user: User, factors: SecondFactors): UserEvent[] {
  if (!isAccount(user)) return []
  const { secondFactors: known } = user
  return [...appEvents(known, factors), ...passkeyEvents(known, factors), ...codeEvents(known, factors)]
}

function appEvents(known: RecordedFactors, { app }: SecondFactors): UserEvent[] {
  if (known.app?.addedAt === app?.addedAt) return []
  return app === null
    ? [{ type: 'AuthenticatorAppRemoved', data: {} }]
    : [{ type: 'AuthenticatorAppAdded', data: { addedAt: app.addedAt } }]
}

function passkeyEvents(known: RecordedFactors, { passkeys }: SecondFactors): UserEvent[] {
  const removed = known.passkeys.filter(({ id }) => !passkeys.some((passkey) => passkey.id === id))
  return [
    ...removed.map(({ id }): UserEvent => ({ type: 'PasskeyRemoved', data: { passkey: id } })),
    ...passkeys.flatMap(({ id, name }): UserEvent[] => {
      const data = { passkey: id, name }
      const before = known.passkeys.find((passkey) => passkey.id === id)?.name
      if (before === name) return []
      return [before === undefined ? { type: 'PasskeyAdded', data } : { type: 'PasskeyRenamed', data }]
    }),
  ]
}

function codeEvents(known: RecordedFactors, { recoveryCodes }: SecondFactors): UserEvent[] {
  if (recoveryCodes === null) return []
  const { createdAt, digests } = recoveryCodes
  const left = digests.length
  if (known.recoveryCodes?.createdAt !== createdAt)
    return [{ type: 'RecoveryCodesCreated', data: { createdAt, count: left } }]
  return known.recoveryCodes.left === left ? [] : [{ type: 'RecoveryCodeUsed', data: { left } }]
}
