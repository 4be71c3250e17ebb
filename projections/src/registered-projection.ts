// A projection as the runner gets it, with its live updates, and as it stands in a list, with its endpoints. A live update, which a projection
// returns for a change of a document, is a message for a room, whose payload is built when it is sent. `ReadSide` is what every read model
// works with.

import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import { type MessageStamp, type ServerMessages, rooms } from '@thirty/contracts/live/live.ts'
import type { RecordedEvent, EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Document, RecordedEventOf, Projection } from '@thirty/infra/read-models/projection.ts'
import type { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

/** The messages that can be sent to a room: the messages of contracts, and a message that disconnects the sockets of the room. */
type Messages = ServerMessages & { [Name in typeof disconnectMessage]: MessageStamp }

/** The payload without position and time, which are added when the message is sent. */
type Content<Name extends keyof Messages> = Omit<Messages[Name], keyof MessageStamp>

type ItemUpdate<Name extends keyof Messages> =
  Content<Name> extends { items: readonly (infer Item)[] } ? { item: Item; key?: string } : never

type BuiltUpdate<Payload> = {
  item?: unknown
  key?: string
  maxItems?: number
  build: (items: readonly never[], skipped: number) => Payload | undefined | Promise<Payload | undefined>
  unheard?: () => void | Promise<void>
}

/**
 * An update for one room. Items of one message are collected into `items: […]`, where an item replaces an earlier one
 * with the same key. `build` returns the payload when the message is sent, from the read model as it is then, or
 * `undefined` to send nothing. `unheard` is called instead if the room has no listeners, by a sender of differences that must know what
 * was not sent.
 */
type LiveUpdateOf<Name extends keyof Messages> = { room: string; message: Name } & (
  | ItemUpdate<Name>
  | BuiltUpdate<Content<Name>>
  // A message without content.
  | ([keyof Content<Name>] extends [never] ? { build?: never } : never)
)

/** An update for a room, whose payload type depends on the name of the message. */
export type LiveUpdate = { [Name in keyof Messages]: LiveUpdateOf<Name> }[keyof Messages]

/** Any update, as the runner batches and sends it. Its payload was type-checked where it was created. */
export type AnyLiveUpdate = { room: string; message: string } & Partial<BuiltUpdate<object>>

/**
 * Returns an update whose collected items become the payload when the message is sent: names from other documents are looked up once for
 * all items then. The newest item is the last. `null` takes back the item that still waits under the key. Beyond `maxItems` the older items
 * are only counted, as `skipped`.
 */
export const collected = <Name extends keyof ServerMessages, Item>(update: {
  room: string
  message: Name
  key: string
  item: Item | null
  maxItems?: number
  build: (items: readonly Item[], skipped: number) => Promise<Content<Name> | undefined>
}): { room: string; message: Name } & BuiltUpdate<Content<Name>> => update

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
