import { reservationEvents, type ReservationEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Recorded } from '../../fold.ts'

/** Who took a name, and where in the log: that tells one hold from another of the same user. */
export type Holder = { user: string; position: bigint }

/** Who holds a name. `since` in milliseconds since 1970. */
export type Reservation = { status: 'free' } | ({ status: 'held'; since: number } & Holder)

/** For how long a reservation counts, in milliseconds, while its account has not come to be. */
const reservationMs = 60_000

export const unreserved: Reservation = { status: 'free' }

export function evolveReservation(reservation: Reservation, event: Recorded<ReservationEvent>): Reservation {
  switch (event.type) {
    case 'Reserved':
      return {
        status: 'held',
        user: event.data.user,
        since: Date.parse(event.at),
        position: event.position,
      }
    case 'Released':
      return unreserved
    default:
      return reservation
  }
}

export const reservationFold: Fold<Reservation, ReservationEvent> = {
  events: reservationEvents,
  initial: unreserved,
  evolve: evolveReservation,
}

/**
 * `abandoned` is a hold that never led to anything, and now never will. `renewed`: a hold of the user's own begins anew,
 * so that whoever is about to give it back, or to take it over, comes too late.
 */
export type ReserveName = { user: string; abandoned?: Holder | undefined; renew?: boolean }

/** Takes a name for a user. */
export function reserve(
  reservation: Reservation,
  { user, abandoned, renew: renewed = false }: ReserveName,
): ReservationEvent[] {
  const isOwn = reservation.status === 'held' && reservation.user === user
  if (isOwn && !renewed) return []
  if (reservation.status === 'held' && !isOwn && !isSame(reservation, abandoned)) refuseTaken()
  return [{ type: 'Reserved', data: { user } }]
}

/** Gives a name back; only its holder can. With a `position`, only if it is still the hold that was made there. */
export function release(
  reservation: Reservation,
  { user, position }: { user: string; position?: bigint },
): ReservationEvent[] {
  if (reservation.status !== 'held' || reservation.user !== user) return []
  if (position !== undefined && reservation.position !== position) return []
  return [{ type: 'Released', data: {} }]
}

/** The hold whose promise is over, so that it depends on what became of it; `undefined` for none. */
export function expiredHolder(
  reservation: Reservation,
  { user, now }: { user: string; now: number },
): Holder | undefined {
  if (reservation.status !== 'held' || reservation.user === user) return undefined
  return now - reservation.since > reservationMs ? reservation : undefined
}

const isSame = (hold: Holder, other: Holder | undefined): boolean =>
  hold.user === other?.user && hold.position === other.position

/** One text for both names: it does not say which of them is known. */
function refuseTaken(): never {
  refuse('name-taken', 'Email or username is already taken')
}
