import { randomUUID } from 'node:crypto'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { reservationEvents } from '@thirty/contracts/events/user.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import type { UniqueName } from './name-streams.ts'
import { releaseReservation } from './reserve-names.ts'

type EraseNameDeps = { commands: Commands; log: Pick<EventLog, 'read' | 'truncate'> }

/** Erases every event about a user from the streams of a name, so that nothing links the name to the id of the user. */
export async function eraseName(deps: EraseNameDeps, name: UniqueName, user: string): Promise<void> {
  for (const stream of [name.stream, name.olderStream]) await eraseReservations(deps, stream, user)
}

/**
 * Releases a reservation that a user holds and erases all events of the stream, except a later reservation by another
 * user. May be repeated after an interruption.
 */
export async function eraseReservations(deps: EraseNameDeps, stream: string, user: string): Promise<void> {
  // Not in the name of the user, and not with the correlation of the deletion: the event stays until the next scavenge.
  const context = { correlation: randomUUID(), command: { id: randomUUID() } }
  await releaseReservation(deps, { stream, user, context })
  const before = await firstRevisionToKeep(deps.log, stream)
  if (before !== undefined) await deps.log.truncate(stream, before, { forgetName: true })
}

/** Returns the revision of the current reservation, or the one after the last event; `undefined` for an empty stream. */
async function firstRevisionToKeep(log: EraseNameDeps['log'], stream: string): Promise<number | undefined> {
  let held: number | undefined
  let next: number | undefined
  for await (const event of log.read(stream)) {
    next = event.revision + 1
    if (isEventOf(reservationEvents, event)) held = event.type === 'Reserved' ? event.revision : undefined
  }
  return held ?? next
}
