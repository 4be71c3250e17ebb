import { randomUUID } from 'node:crypto'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { CommandContext } from '../../idempotency.ts'
import { leaveAdminList } from '../admins/admin-list.ts'
import { credentialsFold, passwordHash } from '../password/credentials.ts'
import { deletionFold, markDeleted } from './deletion.ts'
import { isAccount, type Account } from '../evolve.ts'
import { stepContext } from '../password/set-new-password.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { refuseMissingAccount } from '../profile/decide.ts'
import { releaseName, userFold, type ReservationDeps } from '../names/reserve-names.ts'
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
  /** Missing for who has no password. */
  password?: string | undefined
  /** Milliseconds since the session was opened. */
  sessionAge: number
  /** Without a digest of the request, which carries a password. */
  context: CommandContext
}

/** For how long after signing in somebody without a password may delete the account, in milliseconds. */
const recentSignInMs = 10 * 60_000

/**
 * Deletes an account. It is announced in a stream that stays, so that every read model forgets the person, also one that
 * is far behind; from then on nobody is signed in. Then what is known about the person is erased from the log.
 * Answers the place of the announcement. Throws `wrong-credentials`, `sign-in-again`, `last-admin`, `busy`.
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

/** Whoever has a password says it; anybody else signed in just now, elsewhere. */
async function requireProof(
  { commands, passwords }: DeletionDeps,
  { user, password, sessionAge }: DeleteAccount,
): Promise<void> {
  const { state } = await commands.load(credentialsStream(user), credentialsFold)
  const known = passwordHash(state)
  if (known === undefined) {
    if (sessionAge < recentSignInMs) return
    refuse('sign-in-again', 'Please sign in again before you delete your account.')
  }
  if (password === undefined) {
    refuse('invalid-fields', 'Password is required', { password: 'Password is required' })
  }
  if (await passwords.matches(password, known)) return
  refuse('wrong-credentials', 'Wrong password', { password: 'Wrong password' })
}

/**
 * Erases what is known about a person whose deletion was announced: names are free again, then the password goes, and
 * what all of it is found by goes last. May be done again after any part of it.
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

/** The streams of all that an account goes by, or was about to. */
function nameStreams({ email, username, usernameClaim: claim, providers }: Account): string[] {
  const usernames = [username, claim?.username].filter((name) => name !== undefined)
  return [emailStream(email), ...usernames.map(usernameStream), ...identityStreams(providers)]
}
