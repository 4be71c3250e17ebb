// Handler by which users delete their own accounts with one request: it asks for the password or a recent sign-in, records the deletion,
// and has `erase-account.ts` erase the data of the user.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import type { DeletionEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { stepContext, withoutDigest, type CommandContext } from '../../idempotency.ts'
import type { Parts } from '../../parts.ts'
import { leaveAdminList } from '../admins/admin-list.ts'
import { countSessionAttempt } from '../attempts/count-attempts.ts'
import { isAccount, deletions, users } from '../account.ts'
import { credentialStreams, passwordHash, requirePassword } from '../password/credentials.ts'
import { refuseMissingAccount } from '../decide.ts'
import { confirmedUntil } from '../two-factor/tokens.ts'
import { eraseAccount } from './erase-account.ts'

export function deletionHandlers(parts: Parts): Endpoint[] {
  const { limits, steps, onErasureFailed = () => undefined } = parts
  return [
    steps(accountEndpoints.deleteAccount, 'delete-account', async (request, digested) => {
      const { caller } = request
      const { id: user } = caller
      const { password } = request.body
      const context = withoutDigest(digested)
      const prove = () => requireProof(parts, caller, password)
      const runDeletion = () => recordDeletion(parts, user, context, prove)
      // Without a password there is no attempt at one.
      const position = await (password === undefined
        ? runDeletion()
        : countSessionAttempt(limits, 'sign-in', caller, runDeletion))
      // The deletion is recorded: data that cannot be erased now is erased later.
      await eraseAccount(parts, user).catch(onErasureFailed)
      return { message: 'Your account was deleted', position }
    }),
  ]
}

/** Requires the password, or a recent sign-in of a user without a password. */
async function requireProof(
  { commands, passwords, clock }: Parts,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  const { state } = await credentialStreams.load(commands, caller.id)
  if (passwordHash(state) === undefined) {
    if (clock() < confirmedUntil(caller)) return
    refuse('sign-in-again', say('signInAgain'))
  }
  if (password === undefined) refuseField('password', say('passwordRequired'))
  await requirePassword(passwords, state, password)
}

/**
 * Records the deletion of an account and returns its log position. The event is in a stream that is kept, so that even a lagging read model
 * removes the user; all sessions end with it. Throws what `prove` throws, and `last-admin`.
 */
async function recordDeletion(
  { commands }: Parts,
  user: string,
  context: CommandContext,
  prove: () => Promise<void>,
): Promise<bigint> {
  const { state: account, events } = await users.load(commands, user)
  const registered = events.find(({ type }) => type === 'UserRegistered')
  if (!isAccount(account) || registered === undefined) refuseMissingAccount()
  await prove()
  if (account.isAdmin)
    await leaveAdminList(commands, { user, account, by: user }, stepContext(context, 'admin'))
  const data: DeletionEvent['data'] = {
    role: account.isAdmin ? 'admin' : 'participant',
    status: account.status,
    registered: { at: registered.at, position: registered.position.toString() },
  }
  const step = stepContext(context, 'deletion')
  const { position } = await deletions.change(commands, user, step, (isDeleted) =>
    isDeleted ? [] : [{ type: 'AccountDeleted', data }],
  )
  return position
}
