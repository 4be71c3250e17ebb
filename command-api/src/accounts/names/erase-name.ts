import { randomUUID } from 'node:crypto'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { reservationEvents } from '@thirty/contracts/events/user.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import type { UniqueName } from './name-streams.ts'
import { releaseReservation } from './reserve-names.ts'

type EraseNameDeps = { commands: Commands; log: Pick<EventLog, 'read' | 'truncate'> }

/**
 * Releases a name that a user held and erases every event about the user from its streams, so that nothing links the name
 * to the id of the user. A later reservation by another user stays. May be repeated after an interruption.
 */
export async function eraseName(deps: EraseNameDeps, name: UniqueName, user: string): Promise<void> {
  for (const stream of [name.stream, name.olderStream]) {
    // Not in the name of the user, and not with the correlation of the deletion: the event stays until the next scavenge.
    const context = { correlation: randomUUID(), command: { id: randomUUID() } }
    await releaseReservation(deps, { stream, user, context })
    const before = await firstRevisionToKeep(deps.log, stream)
    if (before !== undefined) await deps.log.truncate(stream, before, { forgetName: true })
  }
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
