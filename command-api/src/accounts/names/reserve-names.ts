// Reserves email addresses, usernames and identities of providers for users, so that no two accounts have the same one; finds who holds
// one, releases it, and takes over one that has expired: it ends the sign-up or the change of username behind it, and removes the
// credentials of that sign-up. Also lists the names of an account, and refuses usernames that nobody may have. Erases users from the
// streams of names: deleted ones, so that nothing links a name to their ids, and all from streams that are no longer used
// (`rebuild-reservations.ts`). A new kind of name in `name-streams.ts` needs its prefix in `reservationStreamPrefixes`.

import { refuse, Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { isForbiddenUsername } from '@thirty/contracts/accounts/canonical-names.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { reservationEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { type CommandContext, newContext } from '../../idempotency.ts'
import type { AccountParts, With } from '../../parts.ts'
import type { Commands } from '../../fold.ts'
import { isAccount, type Account, users, loadAccount, isDeleted } from '../account.ts'
import { credentialStreams } from '../password/credentials.ts'
import type { NameStreams, UniqueName } from './name-streams.ts'
import {
  abandon,
  expiredHolder,
  reserve,
  reservations,
  release,
  type Holder,
  type Reservation,
} from './reservation.ts'

/** `renew`: also reserves again what the user holds already, so that no concurrent release of it has an effect. */
type Names = { names: readonly UniqueName[]; user: string; context: CommandContext; renew?: boolean }

/**
 * Reserves all names for a user, or none, and returns the reservations of names that the user did not hold. After a crash in between, the
 * names are free again after a minute. Names that the user held before stay reserved, also renewed: a concurrent attempt may have made an
 * account with them. Throws `name-taken`, and `not-found` for a deleted user.
 */
export async function reserveNames(
  deps: AccountParts,
  { names, user, context, renew = false }: Names,
): Promise<readonly ReservationRef[]> {
  const { commands } = deps
  const reserved: ReservationRef[] = []
  try {
    // In a fixed order, so that two users who want the same two names never hold one each.
    for (const { stream, streams } of names) {
      // Another user may hold it under another spelling, or since an older release.
      for (const other of streams)
        if (other !== stream) {
          const { state, abandoned } = await abandonExpired(deps, other, { user, context })
          reserve(state, { user, abandoned })
        }
      const { abandoned } = await abandonExpired(deps, stream, { user, context })
      let wasHeld = false
      const { state } = await reservations.change(commands, stream, context, (current) => {
        wasHeld = current.status === 'held' && current.user === user
        return reserve(current, { user, abandoned, renew })
      })
      if (!wasHeld && state.status === 'held') reserved.push({ stream, user, position: state.position })
    }
    // Checked after the reservation: a deletion that is recorded later erases the names itself.
    if (await eraseNamesOfDeleted(deps, names, user)) refuse('not-found', 'noLongerExists')
    return reserved
  } catch (error) {
    await releaseQuietly(deps, reserved)
    throw error
  }
}

/** Waits for a reservation, and returns whether it was refused because somebody else has the name. Throws any other error. */
export async function isTaken(reservation: Promise<unknown>): Promise<boolean> {
  try {
    await reservation
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'name-taken') return true
    throw error
  }
}

/**
 * Loads the reservation in a stream. If it has expired, abandons the request behind it, and returns its holder if the name is now
 * available.
 */
async function abandonExpired(
  deps: AccountParts,
  stream: string,
  { user, context }: Pick<Names, 'user' | 'context'>,
): Promise<{ state: Reservation; abandoned: Holder | undefined }> {
  const { state } = await reservations.load(deps.commands, stream)
  const expired = expiredHolder(state, { user, now: deps.clock() })
  const isAbandoned = expired && (await abandonHolder(deps, expired.user, stream, context))
  return { state, abandoned: isAbandoned ? expired : undefined }
}

/** The user stream is changed first: if the other request is only slow, its last step fails, and two accounts never share a name. */
async function abandonHolder(
  { commands, log, names }: AccountParts,
  user: string,
  stream: string,
  context: CommandContext,
): Promise<boolean> {
  const isIn = ({ streams }: UniqueName) => streams.includes(stream)
  try {
    const { state } = await users.change(commands, user, context, (holder) =>
      abandon(holder, (username) => isIn(names.username(username))),
    )
    if (isAccount(state)) return !namesOf(names, state).some(isIn)
  } catch (error) {
    // A removed stream belonged to an account that was erased for good.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
  await log.remove(credentialStreams.nameOf(user))
  return true
}

/** Returns the names of an account, or of one that somebody signs up for. */
export const namesOf = (
  names: NameStreams,
  {
    email,
    username,
    providers = {},
  }: Pick<Account, 'email'> & Partial<Pick<Account, 'providers'>> & { username?: string | null | undefined },
): UniqueName[] => [
  names.email(email),
  ...(username ? [names.username(username)] : []),
  ...names.identities(providers),
]

/** Throws `invalid-fields` at `username` for a forbidden username. Accounts that have one already keep it. */
export function refuseForbiddenUsername(username: string): void {
  if (isForbiddenUsername(username)) refuseField('username', 'usernameReserved')
}

/** A reservation that a user made in a stream, at a log position, which distinguishes it from newer ones. */
export type ReservationRef = { stream: string; user: string; position: bigint }

/** Returns the reservations of a name, in the order of its streams. */
export async function findReservations(
  { commands }: With<'commands'>,
  { streams }: UniqueName,
): Promise<ReservationRef[]> {
  const loaded = await Promise.all(
    streams.map(async (stream) => ({ stream, ...(await reservations.load(commands, stream)).state })),
  )
  return loaded.filter((reservation) => reservation.status === 'held')
}

/**
 * Returns the user who holds a name. Several users can hold it, in one of its streams each, if they reserved it at the same time or
 * under several spellings: then the first with an account, else the first.
 */
export async function findNameHolder(deps: With<'commands'>, name: UniqueName): Promise<string | undefined> {
  const holders = new Set((await findReservations(deps, name)).map(({ user }) => user))
  // No account is loaded in the usual case: an unknown name must take the same steps as a known one.
  if (holders.size > 1)
    for (const holder of holders) if (await loadAccount(deps.commands, holder)) return holder
  return [...holders][0]
}

/** Returns the account that holds a name, with its id; `undefined` without one, also while somebody signs up with the name. */
export async function findAccountByName(deps: With<'commands'>, name: UniqueName) {
  const id = await findNameHolder(deps, name)
  const account = id === undefined ? undefined : await loadAccount(deps.commands, id)
  return id === undefined || account === undefined ? undefined : { id, account }
}

/**
 * Releases reservations, and ignores errors: they end after a minute in any case. The events have no actor and their own correlations:
 * EventStoreDB keeps the last event of a stream, and it must not identify the user.
 */
export async function releaseQuietly({ commands }: With<'commands'>, made: readonly ReservationRef[]) {
  const released = made.map(({ stream, ...reservation }) =>
    reservations.change(commands, stream, newContext(), (current) => release(current, reservation)),
  )
  await Promise.allSettled(released)
}

type EraseNameDeps = { commands: Commands; log: Pick<EventLog, 'truncate'> }

/** Erases every event about a user from the streams of a name. */
export async function eraseName(deps: EraseNameDeps, name: UniqueName, user: string): Promise<void> {
  for (const stream of name.streams) await eraseReservations(deps, stream, user)
}

/**
 * Erases names that a user reserved while the account was being deleted. Returns whether the account is deleted. Call it
 * after every step that stores a name which the deletion may not have seen.
 */
export async function eraseNamesOfDeleted(deps: EraseNameDeps, names: readonly UniqueName[], user: string) {
  if (!(await isDeleted(deps.commands, user))) return false
  for (const name of names) await eraseName(deps, name, user)
  return true
}

/**
 * Releases a reservation that a user holds and erases all events of the stream, except a later reservation by another
 * user. May be repeated after an interruption.
 */
export async function eraseReservations({ commands, log }: EraseNameDeps, stream: string, user: string) {
  const { state, revision } = await reservations.change(commands, stream, newContext(), (reservation) =>
    // Earlier versions of Thirty wrote `Released` with the user as its actor. EventStoreDB keeps the last event of a stream, so another
    // `Released` without an actor is appended before the rest is erased.
    reservation.status === 'free' && reservation.isNamed
      ? [{ type: 'Released', data: {} }]
      : release(reservation, { user }),
  )
  if (revision === 'none') return
  // The last event of a name that is held is its reservation.
  const kept = state.status === 'held' ? revision : revision + 1
  await log.truncate(stream, kept, { forgetName: true })
}

/** Prefixes of the streams in which names are reserved. */
export const reservationStreamPrefixes = ['email-', 'username-', 'identity-'] as const

/**
 * Returns the streams of names in which an event identifies a deleted user, each with that user, once for each such event. Earlier releases
 * left them when an account was deleted.
 */
export async function findReservationsOfDeleted(
  log: Pick<EventLog, 'readAll'>,
  deleted: ReadonlySet<string>,
  until: bigint,
): Promise<readonly { stream: string; user: string }[]> {
  const found: { stream: string; user: string }[] = []
  if (deleted.size === 0) return found
  for await (const events of log.readAll({ until, streams: reservationStreamPrefixes }))
    for (const event of events) {
      if (!isEventOf(reservationEvents, event)) continue
      const { stream, metadata } = event
      const user = event.type === 'Reserved' ? event.data.user : (metadata.actor ?? '')
      if (deleted.has(user)) found.push({ stream, user })
    }
  return found
}
