import { randomUUID } from 'node:crypto'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { EventMetadata, NewEvent, RecordedEvent } from '../event-log.ts'

/** An event as the store takes it: the parts that it keeps, already as text, so that nothing can go wrong later. */
export type ProposedEvent = { id: string; type: string; data: string; metadata: string }

/** Throws a TypeError when the event is no JSON. */
export function encodeEvent({ id, type, version, at, data, metadata }: NewEvent): ProposedEvent {
  return { id, type, data: jsonOf(data), metadata: jsonOf({ version, at, ...metadata }) }
}

/** Settings of a stream, in the store's own words. */
export const encodeStreamMetadata = (settings: object): ProposedEvent => ({
  id: randomUUID(),
  type: '$metadata',
  data: jsonOf(settings),
  metadata: '',
})

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value)
  // Undefined, or a function: JSON has no word for it. The types of JSON.stringify do not say so.
  if (typeof text !== 'string') throw new TypeError('An event must be JSON.')
  return text
}

/** An event as the client hands it over. */
export type EventStoreEvent = NonNullable<ResolvedEvent['event']>

/** Streams of the store itself: settings, links, statistics. */
export const isSystemStream = (stream: string) => stream.startsWith('$')

/** The store's own mark in a stream that was removed for ever; its revision is the largest there is. */
export const isTombstone = ({ type }: EventStoreEvent) => type === '$streamDeleted'

export function positionOf({ event, commitPosition }: ResolvedEvent): bigint {
  const position = event?.position?.commit ?? commitPosition
  if (position === undefined) throw new Error('The event store does not say where an event stands.')
  return position
}

/** The event again, with its place. Events of somebody else in the same store get what they lack. */
export function decodeEvent(event: EventStoreEvent, position: bigint): RecordedEvent {
  const { version, at, ...metadata } = keptWith(event)
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

type Kept = Partial<EventMetadata> & { version?: number; at?: string }

function keptWith({ metadata }: EventStoreEvent): Kept {
  const isJson = typeof metadata === 'object' && metadata !== null && !(metadata instanceof Uint8Array)
  // Written by `encodeEvent`; somebody else's has other keys, and none of ours.
  return isJson ? (metadata as Kept) : {}
}
