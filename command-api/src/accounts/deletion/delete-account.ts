// Deletes accounts: the handler by which users delete their own with one request, which asks for the password or a recent sign-in, records
// the deletion and erases the data of the user; and the passes that complete deletions which a process recorded and did not finish.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { logPasses } from '@thirty/infra/event-log/seen-history.ts'
import { stepContext, withoutDigest, type CommandContext } from '../../idempotency.ts'
import type { Parts, With } from '../../parts.ts'
import { removeProfileImages, forgetUploads } from '../../images/cleanup/image-cleanup.ts'
import { leaveAdminList } from '../admins/admin-list.ts'
import { countSessionAttempt } from '../attempts/count-attempts.ts'
import { isAccount, deletions, users } from '../account.ts'
import { credentialStreams, passwordHash, requirePassword } from '../password/credentials.ts'
import { refuseMissingAccount } from '../decide.ts'
import { confirmedUntil } from '../two-factor/tokens.ts'
import { eraseName, eraseReservations, findReservationsOfDeleted } from '../names/reserve-names.ts'
import type { NameStreams, UniqueName } from '../names/name-streams.ts'
import { secondFactorStreams } from '../two-factor/change-factors.ts'

export function deletionHandlers(parts: Parts): Endpoint[] {
  const { limits, steps, warn, retryErasures } = parts
  return [
    steps(accountEndpoints.deleteAccount, 'delete-account', async ({ caller, body }, digested) => {
      const record = () => recordDeletion(parts, caller, body.password, withoutDigest(digested))
      // Without a password there is no attempt at one.
      const position = await (body.password === undefined
        ? record()
        : countSessionAttempt(limits, 'sign-in', caller, record))
      // The deletion is recorded: data that cannot be erased now is erased later.
      await eraseAccount(parts, caller.id).catch((error: unknown) => {
        warn?.('a deleted account was not erased completely; it is retried in five seconds', error)
        retryErasures?.()
      })
      return { message: 'Your account was deleted', position }
    }),
  ]
}

/**
 * Records the deletion of an account and returns its log position. Requires the password, or a recent sign-in of a user without one. The
 * event is in a stream that is kept, so that even a lagging read model removes the user; all sessions end with it. Throws
 * `sign-in-again`, `invalid-fields`, `wrong-credentials`, and `last-admin`.
 */
async function recordDeletion(
  { commands, passwords, clock }: Parts,
  caller: Caller,
  password: string | undefined,
  context: CommandContext,
): Promise<bigint> {
  const { id: user } = caller
  const { state: account, events } = await users.load(commands, user)
  const registered = events.find(({ type }) => type === 'UserRegistered')
  if (!isAccount(account) || registered === undefined) refuseMissingAccount()
  const { state: credentials } = await credentialStreams.load(commands, user)
  if (passwordHash(credentials) !== undefined) {
    if (password === undefined) refuseField('password', 'passwordRequired')
    await requirePassword(passwords, credentials, password)
  } else if (clock() >= confirmedUntil(caller)) refuse('sign-in-again', 'signInAgain')
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

type ErasureParts = With<
  'commands' | 'log' | 'mail' | 'media' | 'names' | 'personalDocuments' | 'seenSessions'
>

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

/**
 * Completes interrupted deletions in passes; several processes may run them concurrently. Each pass reads the deletions since the last
 * complete pass. The first one also erases what earlier releases left: reservations of names and digests of images. Every pass removes the
 * personal documents and seen sessions of all deleted users: a request that was on its way may have stored some after the deletion, and a
 * restored store may hold older ones.
 */
export function pendingErasures(deps: ErasureParts) {
  const { log, personalDocuments, seenSessions } = deps
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
          for (const { stream, user } of await findReservationsOfDeleted(log, deleted, range.until)) {
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
