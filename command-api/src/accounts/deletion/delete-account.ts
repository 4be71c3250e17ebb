// Deletes an account in two steps: records the deletion, and erases the data of the user.

import type { DeletionEvent, UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { leaveAdminList } from '../admins/admin-list.ts'
import { refuseMissingAccount } from '../sessions/decide.ts'
import { isAccount, userStream, users } from '../evolve.ts'
import { deletions } from '../load-account.ts'
import { removeProfileImages } from '../../images/image-registry.ts'
import { eraseName } from '../names/erase-name.ts'
import type { NameStreams, UniqueName } from '../names/name-streams.ts'
import { passwordHash, requirePassword, credentialStreams } from '../password/credentials.ts'
import { secondFactorStreams } from '../two-factor/second-factors.ts'

type DeletionParts = With<'commands' | 'passwords'>

export type ErasureParts = With<'commands' | 'log' | 'names'> & {
  media: Pick<Media, 'remove'>
  mail: Pick<Mailer, 'discard'>
  personalDocuments: Pick<PersonalDocuments, 'removeAll'>
  seenSessions: Pick<SeenSessions, 'removeAll'>
}

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
export async function deleteAccount(deps: DeletionParts, deletion: DeleteAccount): Promise<bigint> {
  const { commands } = deps
  const { user, context } = deletion
  const { state: account, events } = await users.load(commands, user)
  const registered = events.find(({ type }) => type === 'UserRegistered')
  if (!isAccount(account) || registered === undefined) refuseMissingAccount()
  await requireProof(deps, deletion)
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

/** Requires the password, or a recent sign-in of a user without a password. */
async function requireProof(
  { commands, passwords }: DeletionParts,
  { user, password, sessionAge }: DeleteAccount,
): Promise<void> {
  const { state } = await credentialStreams.load(commands, user)
  if (passwordHash(state) === undefined) {
    if (sessionAge < recentSignInMs) return
    refuse('sign-in-again', say('signInAgain'))
  }
  if (password === undefined) refuseField('password', say('passwordRequired'))
  await requirePassword(passwords, state, { password, field: 'password', said: say('wrongPassword') })
}

/**
 * Erases the data of a user whose deletion was recorded: names, emails, credentials, second factors, drafts, sessions and images, and last
 * the user stream, from which names, images and addresses are read. May be repeated after an interruption at any point.
 */
export async function eraseAccount(deps: ErasureParts, user: string): Promise<void> {
  const { commands, log, names, mail, personalDocuments, seenSessions } = deps
  const { events } = await users.load(commands, user)
  for (const name of namesEverHeld(names, events)) await eraseName(deps, name, user)
  // It contains digests of requests, which may be about the profile.
  await log.remove(commandsStream(user))
  await log.remove(credentialStreams.nameOf(user))
  await log.remove(secondFactorStreams.nameOf(user))
  // After all that is in the log: the other stores may be unavailable.
  for (const event of events) if (event.type === 'UserRegistered') await mail.discard(event.data.email)
  await personalDocuments.removeAll(user)
  await seenSessions.removeAll(user)
  await removeProfileImages(deps, user)
  await log.remove(userStream(user))
}

/** Returns all names that a user ever had or was about to take: traces of earlier ones may be left, too. */
function namesEverHeld(names: NameStreams, events: readonly UserEvent[]): UniqueName[] {
  const held = events.flatMap(({ type, data }): UniqueName[] => {
    if (type === 'UserRegistered') return [names.email(data.email), ...usernameOf(names, data)]
    if (type === 'ProfileChanged' || type === 'UsernameClaimed') return usernameOf(names, data)
    return type === 'SignInProviderLinked' ? [names.identity(data.provider, data.subject)] : []
  })
  return [...new Map(held.map((name) => [name.stream, name])).values()]
}

/** An empty username removes one. */
const usernameOf = (names: NameStreams, { username = '' }: { username?: string | undefined }): UniqueName[] =>
  username === '' ? [] : [names.username(username)]
