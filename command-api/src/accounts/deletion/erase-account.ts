// Erases the data of a user whose deletion `endpoints.ts` has recorded.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { With } from '../../parts.ts'
import { userStream } from '../evolve.ts'
import { removeProfileImages } from '../../images/image-registry.ts'
import { eraseName } from '../names/erase-name.ts'
import type { NameStreams, UniqueName } from '../names/name-streams.ts'
import { credentialStreams } from '../password/credentials.ts'
import { users } from '../load-account.ts'
import { secondFactorStreams } from '../two-factor/change-factors.ts'

export type ErasureParts = With<'commands' | 'log' | 'names'> & {
  media: Pick<Media, 'remove'>
  mail: Pick<Mailer, 'discard'>
  personalDocuments: Pick<PersonalDocuments, 'removeAll'>
  seenSessions: Pick<SeenSessions, 'removeAll'>
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
