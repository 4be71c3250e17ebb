// Reserves email addresses, usernames and identities of providers for users, so that no two accounts have the same one.

import { refuse, Refusal, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { isForbiddenUsername } from '@thirty/contracts/accounts/forbidden-usernames.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { isAccount, type Account } from '../evolve.ts'
import { changeUser } from '../load-account.ts'
import { credentialsStream } from '../password/credentials.ts'
import { eraseNamesOfDeleted } from './erase-name.ts'
import type { NameStreams, UniqueName } from './name-streams.ts'
import { releaseReservation } from './release-name.ts'
import {
  abandon,
  expiredHolder,
  reserve,
  reservationFold,
  type Holder,
  type Reservation,
} from './reservation.ts'

export type ReservationParts = With<'commands' | 'log' | 'clock' | 'names'>
type Names = { names: readonly UniqueName[]; user: string; context: CommandContext }

/** A reservation that a user made in a stream, at a log position. */
export type ReservationRef = { stream: string; position: bigint }

/**
 * Reserves all names for a user, or none. After a crash in between, the names are free again after a minute. Names that
 * the user held before stay reserved: a concurrent attempt may have made an account with them. Throws `name-taken`, and
 * `not-found` for a deleted user.
 */
export async function reserveNames(deps: ReservationParts, { names, user, context }: Names): Promise<void> {
  const reserved: ReservationRef[] = []
  try {
    // In a fixed order, so that two users who want the same two names never hold one each.
    for (const name of names) {
      const { ref, isNew } = await reserveIfFree(deps, { name, user, context })
      if (isNew && ref !== undefined) reserved.push(ref)
    }
    await refuseDeleted(deps, names, user)
  } catch (error) {
    // A name that cannot be released now is free again after a minute.
    await Promise.allSettled(reserved.map((ref) => releaseReservation(deps, { ...ref, user })))
    throw error
  }
}

/** Whether a reservation was refused because somebody else has the name. */
export async function isTaken(reservation: Promise<void>): Promise<boolean> {
  try {
    await reservation
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'name-taken') return true
    throw error
  }
}

type Name = { name: UniqueName; user: string; context: CommandContext }

/**
 * Reserves one name, again if the user holds it already, and returns its reservation. Throws `name-taken`, and `not-found` for a deleted
 * user.
 */
export async function reserveName(
  deps: ReservationParts,
  options: Name,
): Promise<ReservationRef | undefined> {
  const { ref } = await reserveIfFree(deps, options, true)
  await refuseDeleted(deps, [options.name], options.user)
  return ref
}

/** Checked after the reservation: a deletion that is recorded later erases the name itself. */
async function refuseDeleted(
  deps: ReservationParts,
  names: readonly UniqueName[],
  user: string,
): Promise<void> {
  if (await eraseNamesOfDeleted(deps, names, user)) refuse('not-found', say('noLongerExists'))
}

type ReservedStream = { ref: ReservationRef | undefined; isNew: boolean }

/** Reserves a name in its stream, unless another user holds it in another one of its streams. */
async function reserveIfFree(
  deps: ReservationParts,
  { name: { stream, streams }, ...options }: Name,
  renew = false,
): Promise<ReservedStream> {
  for (const other of streams) if (other !== stream) await refuseIfTaken(deps, { ...options, stream: other })
  return tryReserve(deps, { ...options, stream }, renew)
}

type InStream = { stream: string; user: string; context: CommandContext }

async function tryReserve(
  deps: ReservationParts,
  { stream, user, context }: InStream,
  renew: boolean,
): Promise<ReservedStream> {
  const { state: before } = await deps.commands.load(stream, reservationFold)
  const abandoned = await findAbandoned(deps, before, { stream, user, context })
  const { state, events } = await deps.commands.handle({
    ...reservationFold,
    stream,
    context,
    decide: (current) => reserve(current, { user, abandoned, renew }),
  })
  const ref = state.status === 'held' ? { stream, position: state.position } : undefined
  return { ref, isNew: events.length > 0 }
}

/** Throws `name-taken` if another user holds the name in this stream, which is only read. */
async function refuseIfTaken(deps: ReservationParts, { stream, user, context }: InStream): Promise<void> {
  const { state } = await deps.commands.load(stream, reservationFold)
  reserve(state, { user, abandoned: await findAbandoned(deps, state, { stream, user, context }) })
}

/** Returns the holder of a reservation if it has expired and the request behind it was abandoned. */
async function findAbandoned(
  deps: ReservationParts,
  reservation: Reservation,
  { stream, user, context }: InStream,
): Promise<Holder | undefined> {
  const expired = expiredHolder(reservation, { user, now: deps.clock() })
  return expired && (await abandonHolder(deps, expired, { stream, context })) ? expired : undefined
}

/**
 * Abandons the request behind an expired reservation, and returns whether the name is now available. The user stream is
 * changed first: if the other request is only slow, its last step fails, and two accounts never share a name.
 */
async function abandonHolder(
  { commands, log, names }: ReservationParts,
  { user }: Holder,
  { stream, context }: Pick<InStream, 'stream' | 'context'>,
): Promise<boolean> {
  const isIn = ({ streams }: UniqueName) => streams.includes(stream)
  try {
    const { state } = await changeUser(commands, user, context, (holder) =>
      abandon(holder, (username) => isIn(names.username(username))),
    )
    if (isAccount(state)) return !namesOf(names, state).some(isIn)
  } catch (error) {
    // A removed stream belonged to an account that was erased for good.
    if (!(error instanceof Refusal && error.code === 'not-found')) throw error
  }
  await log.remove(credentialsStream(user))
  return true
}

/** Returns the names of an account. */
export const namesOf = (names: NameStreams, { email, username, providers }: Account): UniqueName[] => [
  names.email(email),
  ...(username === undefined ? [] : [names.username(username)]),
  ...names.identities(providers),
]

/** Throws `invalid-fields` at `username` for a forbidden username. Accounts that have one already keep it. */
export function refuseForbiddenUsername(username: string): void {
  if (!isForbiddenUsername(username)) return
  refuseField('username', say('usernameReserved'))
}
