// Erases users from the streams of names: deleted ones, so that nothing links a name to their ids, and all from streams that are no longer
// used (`rebuild-reservations.ts`). A new kind of name in `name-streams.ts` needs its prefix in `reservationStreamPrefixes`.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { reservationEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { newContext } from '../../idempotency.ts'
import type { Commands } from '../../fold.ts'
import { isDeleted } from '../account.ts'
import type { UniqueName } from './name-streams.ts'
import { release, reservations } from './reservation.ts'

type EraseNameDeps = { commands: Commands; log: Pick<EventLog, 'truncate'> }

/** Erases every event about a user from the streams of a name. */
export async function eraseName(deps: EraseNameDeps, name: UniqueName, user: string): Promise<void> {
  for (const stream of name.streams) await eraseReservations(deps, stream, user)
}

/**
 * Erases names that a user reserved while the account was being deleted. Returns whether the account is deleted. Call it
 * after every step that stores a name which the deletion may not have seen.
 */
export async function eraseNamesOfDeleted(
  deps: EraseNameDeps,
  names: readonly UniqueName[],
  user: string,
): Promise<boolean> {
  if (!(await isDeleted(deps.commands, user))) return false
  for (const name of names) await eraseName(deps, name, user)
  return true
}

/**
 * Releases a reservation that a user holds and erases all events of the stream, except a later reservation by another
 * user. May be repeated after an interruption.
 */
export async function eraseReservations(
  { commands, log }: EraseNameDeps,
  stream: string,
  user: string,
): Promise<void> {
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
 * Returns the streams of names in which an event identifies a deleted user, and these users. Earlier releases left
 * such events when an account was deleted.
 */
export async function findReservationsOfDeleted(
  log: Pick<EventLog, 'readAll'>,
  deleted: ReadonlySet<string>,
  until: bigint,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  if (deleted.size === 0) return found
  for await (const events of log.readAll({ until, streams: reservationStreamPrefixes }))
    for (const event of events) {
      if (!isEventOf(reservationEvents, event)) continue
      const { actor = '' } = event.metadata
      const user = event.type === 'Reserved' ? event.data.user : actor
      if (deleted.has(user)) found.set(event.stream, (found.get(event.stream) ?? new Set()).add(user))
    }
  return found
}
