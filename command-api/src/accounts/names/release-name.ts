import { newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { release, reservationFold } from './reservation.ts'

/**
 * Releases a name in one of its streams. With a `position`, only the reservation made at that position. The event has no
 * actor and its own correlation: EventStoreDB keeps the last event of a stream, and it must not identify the user.
 */
export function releaseReservation(
  { commands }: With<'commands'>,
  { stream, user, position }: { stream: string; user: string; position?: bigint },
) {
  return commands.handle({
    ...reservationFold,
    stream,
    context: newContext(),
    decide: (reservation) => release(reservation, { user, ...(position !== undefined && { position }) }),
  })
}
