import { randomUUID } from 'node:crypto'
import type { DeletionEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Recorded } from '../../fold.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import { leaveAdminList } from '../admins/admin-list.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isAccount, userFold, type Account } from '../evolve.ts'
import { deletionFold } from '../load-account.ts'
import { releaseName, type ReservationDeps } from '../names/reserve-names.ts'
import { credentialsFold, passwordHash } from '../password/credentials.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import {
  credentialsStream,
  deletedStream,
  emailStream,
  identityStreams,
  usernameStream,
  userStream,
} from '../streams.ts'

export type DeletionDeps = ReservationDeps & { passwords: PasswordHasher }

export type DeleteAccount = {
  user: string
  /** Missing for a user without a password. */
  password?: string | undefined
  /** Milliseconds since the session was opened. */
  sessionAge: number
  /** Without a digest of the request, which contains a password. */
  context: CommandContext
}

/** Milliseconds after signing in during which a user without a password may delete the account. */
const recentSignInMs = 10 * 60_000

/**
 * Records the deletion of an account and returns its log position. The event is in a stream that is kept, so that even
 * a lagging read model removes the user; all sessions end with it. `eraseAccount` then erases the data. Throws
 * `wrong-credentials`, `sign-in-again`, `last-admin`, `busy`.
 */
export async function deleteAccount(deps: DeletionDeps, deletion: DeleteAccount): Promise<bigint> {
  const { commands } = deps
  const { user, context } = deletion
  const { state, events } = await commands.load(userStream(user), userFold)
  const registered = events.find(({ type }) => type === 'UserRegistered')
  if (!isAccount(state) || registered === undefined) refuseMissingAccount()
  await requireProof(deps, deletion)
  if (state.isAdmin) await leaveAdminList(commands, { user, by: user }, stepContext(context, 'admin'))
  const { position } = await commands.handle({
    ...deletionFold,
    stream: deletedStream(user),
    context: stepContext(context, 'deletion'),
    decide: (isDeleted) => markDeleted(isDeleted, state, registered),
  })
  return position
}

/** Records the deletion of an account. `registered`: its `UserRegistered` event. */
function markDeleted(
  isDeleted: boolean,
  { isAdmin, status }: Account,
  { at, position }: Pick<Recorded, 'at' | 'position'>,
): DeletionEvent[] {
  if (isDeleted) return []
  const role = isAdmin ? 'admin' : 'participant'
  const registered = { at, position: position.toString() }
  return [{ type: 'AccountDeleted', data: { role, status, registered } }]
}

/** Requires the password, or a recent sign-in of a user without a password. */
async function requireProof(
  { commands, passwords }: DeletionDeps,
  { user, password, sessionAge }: DeleteAccount,
): Promise<void> {
  const { state } = await commands.load(credentialsStream(user), credentialsFold)
  const storedHash = passwordHash(state)
  if (storedHash === undefined) {
    if (sessionAge < recentSignInMs) return
    refuse('sign-in-again', 'Please sign in again before you delete your account.')
  }
  if (password === undefined) {
    refuse('invalid-fields', 'Password is required', { password: 'Password is required' })
  }
  if (await passwords.matches(password, storedHash)) return
  refuse('wrong-credentials', 'Wrong password', { password: 'Wrong password' })
}

/**
 * Erases the data of a user whose deletion was recorded: releases the names, then removes the credentials, and last the
 * user stream, from which the names are read. May be repeated after an interruption at any point.
 */
export async function eraseAccount(deps: ReservationDeps, user: string, correlation: string): Promise<void> {
  const { commands, log } = deps
  const { state } = await commands.load(userStream(user), userFold)
  if (isAccount(state)) {
    const context: CommandContext = { actor: user, correlation, command: { id: randomUUID() } }
    for (const stream of nameStreams(state)) await releaseName({ commands }, { stream, user, context })
  }
  await log.remove(credentialsStream(user))
  await log.remove(userStream(user))
}

/** Returns the streams of all names that an account has or was about to take. */
function nameStreams({ email, username, usernameClaim, providers }: Account): string[] {
  const usernames = [username, usernameClaim?.username].filter((name) => name !== undefined)
  return [emailStream(email), ...usernames.map(usernameStream), ...identityStreams(providers)]
}
