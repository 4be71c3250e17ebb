// What read models work with; a projection as the runner gets it, with its live updates; a read model in a list, with its endpoints; and the
// update of public profiles that several read models send.

import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import type { AnyLiveUpdate, LiveUpdate } from './live-update.ts'
import { rooms } from '@thirty/contracts/live/live.ts'

/** What every read model works with. */
export type ReadSide = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
}

/** The change of one document by one event. */
export type DocumentChange<
  Doc extends Document = Document,
  Family extends EventFamily = EventFamily,
> = ChangeByEvent<Doc, RecordedEventOf<Family>>

// An interface for the same reason as `ProjectionOf`: a change by some events is assignable to one by any events.
interface ChangeByEvent<Doc extends Document, Event extends RecordedEvent> {
  event: Event
  id: string
  before: Doc | undefined
  after: Doc | undefined
}

/** The live updates that changes of documents cause, and how they reach their readers. */
export type UpdateChannel<Doc extends Document = Document, Family extends EventFamily = EventFamily> = {
  /** Returns the updates for a change that was just stored. Not called for events before the start of the process. */
  liveUpdates?(change: DocumentChange<Doc, Family>): readonly AnyLiveUpdate[]
  /** Whether the updates are published now; always when missing. */
  isPublished?(): boolean | Promise<boolean>
  /**
   * Returns the room whose sockets receive none of the updates now; none when missing. Throws if nobody may receive them: clients
   * load again later.
   */
  exceptRoom?(): Promise<string | undefined>
  /** Returns the epoch of the messages for an epoch of the store; the same when missing. */
  epochOf?(epoch: string): string
}

/** A projection, and its live updates. */
export type RegisteredProjection<
  Doc extends Document = Document,
  Family extends EventFamily = EventFamily,
> = UpdateChannel<Doc, Family> & {
  projection: Projection<Doc, Family>
  /**
   * Returns further read models that this one has replaced now. Called again whenever they may be
   * dropped.
   */
  replaced?(): readonly ReadModelKey[]
  /** The updates of readers who see more than the others now: separate messages. Nobody does when missing. */
  insiders?: UpdateChannel<Doc, Family>
}

/** A read model of the product, and the endpoints that answer from it. */
export type ListedReadModel = RegisteredProjection & { endpoints: readonly Endpoint[] }

/**
 * Returns the entry of a read model in a list. `live`: the live updates that slices derive from its changes, checked against the messages
 * of contracts.
 */
export function listed<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  live: readonly ((change: DocumentChange<Doc, Family>) => readonly LiveUpdate[])[] = [],
  endpoints: readonly Endpoint[] = [],
): ListedReadModel {
  const entry: Pick<RegisteredProjection<Doc, Family>, 'projection' | 'liveUpdates'> = {
    projection,
    ...(live.length > 0 && { liveUpdates: (change) => live.flatMap((updatesOf) => updatesOf(change)) }),
  }
  return { ...entry, endpoints }
}

export const keyOf = ({ name, version }: ReadModelKey): ReadModelKey => ({ name, version })

export const keysOf = (projections: readonly Pick<RegisteredProjection, 'projection'>[]): ReadModelKey[] =>
  projections.map(({ projection }) => keyOf(projection))

/**
 * Notifies the viewers of the public profiles of some users that the profiles changed. Several read models feed a profile, so each of
 * them sends this after its own change. `usersOf` returns the ids of the users whose profiles a change concerns.
 */
export const profileUpdates =
  <Doc extends Document, Family extends EventFamily>(
    usersOf: (change: DocumentChange<Doc, Family>) => readonly string[],
  ) =>
  (change: DocumentChange<Doc, Family>): readonly LiveUpdate[] =>
    usersOf(change).map((user) => ({ room: rooms.profile(user), message: 'profile.changed' }))
