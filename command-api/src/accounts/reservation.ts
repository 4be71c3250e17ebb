import type { ReservationEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Past } from '../fold.ts'

/** Who holds a name. `since` in milliseconds since 1970. */
export type Reservation = { status: 'free' } | { status: 'held'; user: string; since: number }

/** For how long a reservation counts, in milliseconds, while its account has not come to be. */
const promised = 60_000

export const free: Reservation = { status: 'free' }

export function evolveReservation(reservation: Reservation, event: Past<ReservationEvent>): Reservation {
  switch (event.type) {
    case 'Reserved':
      return { status: 'held', user: event.data.user, since: Date.parse(event.at) }
    case 'Released':
      return free
    default:
      return reservation
  }
}

export const reservationFold: Fold<Reservation, ReservationEvent> = {
  initial: free,
  evolve: evolveReservation,
}

/** Takes a name for a user. `abandonedBy` is a holder who never came to be an account, and now never will. */
export function reserve(
  reservation: Reservation,
  { user, abandonedBy }: { user: string; abandonedBy?: string },
): ReservationEvent[] {
  if (reservation.status === 'held' && reservation.user === user) return []
  if (reservation.status === 'held' && reservation.user !== abandonedBy) refuseTaken()
  return [{ type: 'Reserved', data: { user } }]
}

/** Gives a name back; only its holder can. */
export function release(reservation: Reservation, { user }: { user: string }): ReservationEvent[] {
  return reservation.status === 'held' && reservation.user === user ? [{ type: 'Released', data: {} }] : []
}

/** The holder whose promise is over, so that it depends on whether there is an account; `undefined` for nobody. */
export function overdueHolder(reservation: Reservation, { user, now }: { user: string; now: number }) {
  if (reservation.status !== 'held' || reservation.user === user) return undefined
  return now - reservation.since > promised ? reservation.user : undefined
}

/** One text for both names: it does not say which of them is known. */
function refuseTaken(): never {
  refuse('name-taken', 'Email or username is already taken')
}
