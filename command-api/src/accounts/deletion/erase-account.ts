// Erases the data of a user whose deletion `endpoints.ts` has recorded, and completes deletions that a process recorded and did not
// finish.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { logPasses } from '@thirty/infra/event-log/seen-history.ts'
import type { With } from '../../parts.ts'
import { users, deletions, isAccount } from '../account.ts'
import { removeProfileImages, forgetUploads } from '../../images/image-registry.ts'
import { eraseName, eraseReservations, findReservationsOfDeleted } from '../names/erase-name.ts'
import type { NameStreams, UniqueName } from '../names/name-streams.ts'
import { credentialStreams } from '../password/credentials.ts'
import { secondFactorStreams } from '../two-factor/change-factors.ts'
import { createCommands } from '../../handle.ts'

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
  const { events, state } = await users.load(commands, user)
  for (const name of namesEverHeld(names, events)) await eraseName(deps, name, user)
  // It contains digests of requests, which may be about the profile.
  await log.remove(commandsStream(user))
  await log.remove(credentialStreams.nameOf(user))
  await log.remove(secondFactorStreams.nameOf(user))
  // After all that is in the log: the other stores may be unavailable.
  for (const event of events) if (event.type === 'UserRegistered') await mail.discard(event.data.email)
  await personalDocuments.removeAll(user)
  await seenSessions.removeAll(user)
  await removeProfileImages(deps, user, isAccount(state) ? state.picture : null)
  await log.remove(users.nameOf(user))
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

type PendingErasuresOptions = Omit<ErasureParts, 'commands'> & With<'clock'>

/**
 * Completes interrupted deletions in passes; several processes may run them concurrently. Each pass reads the deletions since the last
 * complete pass. The first one also erases what earlier releases left: reservations of names and digests of images. Every pass removes the
 * personal documents and seen sessions of all deleted users: a request that was on its way may have stored some after the deletion, and a
 * restored store may hold older ones.
 */
export function pendingErasures(options: PendingErasuresOptions) {
  const { log, personalDocuments, seenSessions } = options
  const deps = { ...options, commands: createCommands(options) }
  const everDeleted = new Set<string>()
  // After the log was put back to an older copy, its deletions may be others.
  const readSinceLast = logPasses(log, () => everDeleted.clear())

  return {
    /**
     * Erases the remaining data of users whose deletion was recorded. Stops early when `shouldStop` returns true. If an
     * account cannot be erased, the pass continues with the others and then rejects with the first error; the next pass
     * starts again from the same position.
     */
    pass: async (shouldStop: () => boolean = () => false): Promise<void> => {
      await readSinceLast(async (range) => {
        const isFirst = range.seen === undefined
        const errors: unknown[] = []
        const deleted = new Set<string>()
        const attempt = (work: Promise<void>) => work.catch((error: unknown) => void errors.push(error))
        for await (const events of log.readAll({ ...range, streams: [deletedPrefix] }))
          for (const event of events) {
            if (shouldStop()) return false
            const user = event.stream.slice(deletedPrefix.length)
            if (await hasRemainingData(log, user)) await attempt(eraseAccount(deps, user))
            else if (isFirst) await attempt(forgetUploads(deps, user))
            deleted.add(user)
            everDeleted.add(user)
          }
        if (isFirst)
          for (const [stream, holders] of await findReservationsOfDeleted(log, deleted, range.until))
            for (const user of holders) {
              if (shouldStop()) return false
              await attempt(eraseReservations(deps, stream, user))
            }
        const failuresBefore = errors.length
        for (const user of everDeleted) {
          if (shouldStop()) return false
          await attempt(personalDocuments.removeAll(user))
          await attempt(seenSessions.removeAll(user))
          // The others would wait for the same store.
          if (errors.length > failuresBefore) break
        }
        if (errors.length > 0) throw errors[0]
        return true
      })
    },
  }
}

const deletedPrefix = deletions.nameOf('')

async function hasRemainingData(log: Pick<EventLog, 'read'>, user: string): Promise<boolean> {
  for (const stream of [credentialStreams.nameOf(user), secondFactorStreams.nameOf(user), users.nameOf(user)])
    for await (const event of log.read(stream)) return event.stream === stream
  return false
}
