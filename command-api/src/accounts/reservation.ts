import type { ReservationEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Fold, Past } from '../fold.ts'

/** Who took a name, and where in the log: that tells one hold from another of the same user. */
export type Hold = { user: string; position: bigint }

/** Who holds a name. `since` in milliseconds since 1970. */
export type Reservation = { status: 'free' } | ({ status: 'held'; since: number } & Hold)

/** For how long a reservation counts, in milliseconds, while its account has not come to be. */
const promised = 60_000

export const free: Reservation = { status: 'free' }

export function evolveReservation(reservation: Reservation, event: Past<ReservationEvent>): Reservation {
  switch (event.type) {
    case 'Reserved':
      return {
        status: 'held',
        user: event.data.user,
        since: Date.parse(event.at),
        position: event.position,
      }
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

/**
 * `abandoned` is a hold that never led to anything, and now never will. `renewed`: a hold of the user's own begins anew,
 * so that whoever is about to give it back, or to take it over, comes too late.
 */
export type Reserving = { user: string; abandoned?: Hold | undefined; renewed?: boolean }

/** Takes a name for a user. */
export function reserve(
  reservation: Reservation,
  { user, abandoned, renewed = false }: Reserving,
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
export function overdueHold(
  reservation: Reservation,
  { user, now }: { user: string; now: number },
): Hold | undefined {
  if (reservation.status !== 'held' || reservation.user === user) return undefined
  return now - reservation.since > promised ? reservation : undefined
}

const isSame = (hold: Hold, other: Hold | undefined): boolean =>
  hold.user === other?.user && hold.position === other.position

/** One text for both names: it does not say which of them is known. */
function refuseTaken(): never {
  refuse('name-taken', 'Email or username is already taken')
}
