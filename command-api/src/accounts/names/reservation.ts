// The reservation of a unique name: its stream, the decisions to reserve and release it, and the one in the stream of a user that ends the
// sign-up or change of username behind an expired one (`abandon`); `reserve-names.ts` executes them. A sign-up reserves names in separate
// streams, stores the credentials, and registers the user; the process can end between any two of these steps. A reservation lasts a
// minute, and permanently once `user-<id>` has `UserRegistered`. A later sign-up that needs an expired name closes the abandoned sign-up
// first: it appends `UserStatusChanged {inactive}` to the empty stream of that user, so that a late registration, which expects an empty
// stream, fails. So there is no timer, and a name never has two accounts. Projections receive events of users who never registered, and
// ignore them.

import { reservationEvents, type ReservationEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { streamKind } from '../../fold.ts'
import { isAccount, type User } from '../account.ts'

/** The user who reserved a name. `position` in the log distinguishes two reservations by the same user. */
export type Holder = { user: string; position: bigint }

/** The state of a name. `since` in milliseconds since 1970. `isNamed`: whether the event that released it identifies a user. */
export type Reservation = { status: 'free'; isNamed: boolean } | ({ status: 'held'; since: number } & Holder)

/** Milliseconds that a reservation lasts while the user has no account under the name. */
const reservationMs = 60_000

/** Streams of names, by the names that `name-streams.ts` gives them. */
export const reservations = streamKind<Reservation, ReservationEvent>((stream) => stream, {
  events: reservationEvents,
  initial: { status: 'free', isNamed: false },
  evolve: (_reservation, { type, data, at, position, metadata }) =>
    type === 'Reserved'
      ? { status: 'held', user: data.user, since: Date.parse(at), position }
      : { status: 'free', isNamed: metadata.actor !== undefined },
})

/**
 * What `reserve` is told. `abandoned`: the holder of a reservation that can no longer lead to an account; the name is taken over.
 * `renew`: reserves again a name that the user holds already, so that a concurrent release or takeover of the older
 * reservation has no effect.
 */
export type ReserveName = { user: string; abandoned?: Holder | undefined; renew?: boolean }

/** Reserves a name for a user. Throws `name-taken`. */
export function reserve(
  reservation: Reservation,
  { user, abandoned, renew = false }: ReserveName,
): ReservationEvent[] {
  const isOwn = reservation.status === 'held' && reservation.user === user
  if (isOwn && !renew) return []
  const isAbandoned =
    reservation.status === 'held' &&
    reservation.user === abandoned?.user &&
    reservation.position === abandoned.position
  // The same text for both kinds of names, so that it does not reveal which of them is known.
  if (reservation.status === 'held' && !isOwn && !isAbandoned) refuse('name-taken', 'nameTaken')
  return [{ type: 'Reserved', data: { user } }]
}

/** Releases a name that the user holds. With a `position`, only the reservation made at that position. */
export function release(
  reservation: Reservation,
  { user, position }: { user: string; position?: bigint },
): ReservationEvent[] {
  if (reservation.status !== 'held' || reservation.user !== user) return []
  if (position !== undefined && reservation.position !== position) return []
  return [{ type: 'Released', data: {} }]
}

/** Returns the holder of a reservation that has expired and belongs to another user; otherwise `undefined`. */
export function expiredHolder(
  reservation: Reservation,
  { user, now }: { user: string; now: number },
): Holder | undefined {
  if (reservation.status !== 'held' || reservation.user === user) return undefined
  return now - reservation.since > reservationMs ? reservation : undefined
}

/**
 * Abandons an unfinished sign-up or username change, so that it can no longer complete. A username change is abandoned
 * if `isReservedName` returns true for the username. An existing account keeps its own names.
 */
export function abandon(user: User, isReservedName: (username: string) => boolean): UserEvent[] {
  if (user.status === 'none') return [{ type: 'UserStatusChanged', data: { status: 'inactive' } }]
  if (!isAccount(user) || user.usernameClaim === undefined) return []
  const { username } = user.usernameClaim
  return isReservedName(username) ? [{ type: 'UsernameClaimDropped', data: { username } }] : []
}
