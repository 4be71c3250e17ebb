// Converts events to the form of EventStoreDB and back.

import { randomUUID } from 'node:crypto'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { EventMetadata, NewEvent, RecordedEvent, SeenEvent } from '../event-log.ts'

/**
 * An event in the form in which the store receives it. Data and metadata are already text, so encoding cannot fail
 * later.
 */
export type ProposedEvent = { id: string; type: string; data: string; metadata: string }

/** Throws a TypeError when the event is not valid JSON. */
export function encodeEvent({ id, type, version, at, data, metadata }: NewEvent): ProposedEvent {
  return { id, type, data: toJson(data), metadata: toJson({ version, at, ...metadata }) }
}

export const encodeStreamMetadata = (settings: object): ProposedEvent => ({
  id: randomUUID(),
  type: '$metadata',
  data: toJson(settings),
  metadata: '',
})

function toJson(value: unknown): string {
  const text = JSON.stringify(value)
  // `JSON.stringify` returns undefined for undefined and for functions, although its type says otherwise.
  if (typeof text !== 'string') throw new TypeError('An event must be JSON.')
  return text
}

export type EventStoreEvent = NonNullable<ResolvedEvent['event']>

/** True for streams of the store itself: settings, links, statistics. */
export const isSystemStream = (stream: string) => stream.startsWith('$')

/** True for the store's own last event of a removed stream; its revision is the largest possible one. */
export const isTombstone = ({ type }: EventStoreEvent) => type === '$streamDeleted'

export function positionOf({ event, commitPosition }: ResolvedEvent): bigint {
  const position = event?.position?.commit ?? commitPosition
  if (position === undefined) throw new Error('The event store returned an event without a position.')
  return position
}

export const toSeenEvent = ({ id, streamId, revision }: EventStoreEvent, position: bigint): SeenEvent => ({
  position,
  id,
  stream: streamId,
  revision: Number(revision),
})

/** Decodes an event. Events of other programs in the same store get defaults for missing fields. */
export function decodeEvent(event: EventStoreEvent, position: bigint): RecordedEvent {
  const { version, at, ...metadata } = ownMetadata(event)
  return {
    id: event.id,
    type: event.type,
    version: version ?? 1,
    at: at ?? event.created.toISOString(),
    data: event.data,
    metadata: { ...metadata, correlation: metadata.correlation ?? '' },
    stream: event.streamId,
    revision: Number(event.revision),
    position,
  }
}

type OwnMetadata = Partial<EventMetadata> & { version?: number; at?: string }

function ownMetadata({ metadata }: EventStoreEvent): OwnMetadata {
  const isJson = typeof metadata === 'object' && metadata !== null && !(metadata instanceof Uint8Array)
  // `encodeEvent` wrote it; the metadata of other programs' events has other keys and none of ours.
  return isJson ? (metadata as OwnMetadata) : {}
}
