// What read models work with; a projection as the runner gets it, with its live updates; a read model in a list, with its endpoints; and the
// update of public profiles that several read models send.

import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange, LiveUpdate, UpdateChannel } from './live-update.ts'
import { rooms } from '@thirty/contracts/live/live.ts'

/** What every read model works with. */
export type ReadSide = {
  store: ReadModelStore
  log: EventLog
  clock: Clock
  /** Time zone in which challenge days begin and end. */
  timeZone: string
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
 * Notifies the viewers of the public profiles of these users (ids) that the profiles changed. Several read models feed a profile, so each of
 * them sends this after its own change.
 */
export const profileUpdates = (users: readonly string[]): LiveUpdate[] =>
  users.map((user) => ({ room: rooms.profile(user), message: 'profile.changed' }))
