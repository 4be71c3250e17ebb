import { randomUUID } from 'node:crypto'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { reservationEvents, type ReservationEvent } from '@thirty/contracts/events/user.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import type { UniqueName } from './name-streams.ts'
import { reservationFold } from './reservation.ts'
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
  await releaseReservation(deps, { stream, user })
  const found = await inspect(deps.log, stream)
  const { held, last } = found.held === undefined && found.isNamed ? await releaseAgain(deps, stream) : found
  if (last !== undefined) await deps.log.truncate(stream, held ?? last + 1, { forgetName: true })
}

/** Older releases released names in the name of the user. A later release leaves nothing of it where the last event stays. */
async function releaseAgain({ commands, log }: EraseNameDeps, stream: string): Promise<Inspection> {
  await commands.handle({
    ...reservationFold,
    stream,
    context: { correlation: randomUUID(), command: { id: randomUUID() } },
    decide: ({ status }): ReservationEvent[] => (status === 'free' ? [{ type: 'Released', data: {} }] : []),
  })
  return inspect(log, stream)
}

/** Revisions of the current reservation and of the last event, and whether the last event identifies a user. */
type Inspection = { held: number | undefined; last: number | undefined; isNamed: boolean }

async function inspect(log: EraseNameDeps['log'], stream: string): Promise<Inspection> {
  const found: Inspection = { held: undefined, last: undefined, isNamed: false }
  for await (const event of log.read(stream)) {
    found.last = event.revision
    found.isNamed = event.metadata.actor !== undefined
    if (isEventOf(reservationEvents, event))
      found.held = event.type === 'Reserved' ? event.revision : undefined
  }
  return found
}
