import { randomUUID } from 'node:crypto'
import { appendToEnd } from '../append-to-end.ts'
import { streamDeleted, type ProposedEvent, type StoreRecord } from './messages.ts'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type {
  AppendResult,
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'

/** EventStoreDB's positions count bytes, so there are unused numbers between two positions. */
const positionStep = 64n
/** The revision of a tombstone. */
const tombstoneRevision = 2n ** 63n - 1n

export type StreamStorage = Awaited<ReturnType<typeof openStorage>>

/**
 * Stores streams as EventStoreDB does, over any event log: erased events are no longer in their stream but still in
 * `$all`, until a scavenge. The underlying log has the same events. Streams whose names begin with `$`
 * get a `~` before the name, and a removed stream ends with an event `$streamDeleted`.
 */
export async function openStorage(log: EventLog) {
  const removed = new Set<string>()
  const beginnings = new Map<string, number>()

  function updateState({ stream, type, data }: RecordedEvent) {
    if (type === '$streamDeleted') removed.add(stream)
    // Stream settings, in EventStoreDB's own format.
    if (type === '$metadata')
      beginnings.set(fromLogName(stream).slice(2), (data as { $tb?: number }).$tb ?? 0)
  }
  for await (const events of log.readAll()) events.forEach(updateState)

  async function append(
    stream: string,
    proposals: readonly ProposedEvent[],
    expected: ExpectedRevision | 'any',
  ): Promise<AppendResult> {
    if (removed.has(stream)) throw streamDeleted(stream)
    const [name, events] = [toLogName(stream), proposals.map(toEvent)]
    const { revision, position } =
      expected === 'any' ? await appendToEnd(log, name, events) : await log.append(name, events, expected)
    for (const event of events) updateState({ ...event, stream: name, revision: 0, position: 0n })
    return { revision, position: position * positionStep }
  }

  /** The store accepts a position beyond its end, and sends nothing until it has grown past it; the embedded log refuses it. */
  async function upToEnd(position: bigint): Promise<bigint> {
    const end = await log.head()
    return position < end ? position : end
  }

  return {
    append,
    /** Returns the events of a stream from a revision on; undefined if it has none at all. */
    async readStream(stream: string, from: bigint): Promise<StoreRecord[] | undefined> {
      if (removed.has(stream)) throw streamDeleted(stream)
      const start = beginnings.get(stream) ?? 0
      const records = await Array.fromAsync(log.read(toLogName(stream), start), toRecord)
      return records.length === 0 ? undefined : records.filter(({ revision }) => revision >= from)
    },
    async *readAll(position: bigint): AsyncGenerator<StoreRecord> {
      for await (const events of log.readAll({ after: await upToEnd(toLogPosition(position) - 1n) }))
        yield* events.map(toRecord)
    },
    async *readAllBackwards(before?: bigint): AsyncGenerator<StoreRecord> {
      const range = before === undefined ? {} : { before: toLogPosition(before) }
      // Mostly only the newest event is needed.
      for await (const { events } of log.readBackwards({ ...range, batch: 16 })) yield* events.map(toRecord)
    },
    /** All events after a position and later ones; `live` is true for the first batch that reaches the end. */
    async *subscribe(after: bigint, signal: AbortSignal) {
      const start = await upToEnd(toLogPosition(after))
      for await (const { events, position, caughtUp: live } of log.subscribe({ after: start, signal })) {
        const records = events.map(toRecord).filter((record) => record.position > after)
        yield { records, position: position * positionStep, live }
      }
    },
    /** Removes a stream permanently. */
    async tombstone(stream: string): Promise<bigint> {
      const mark = { id: randomUUID(), type: '$streamDeleted', data: '{}', metadata: '' }
      return (await append(stream, [mark], 'any')).position
    },
    /**
     * Drops what a scavenge drops: the events of removed streams except the tombstone, and those before the first visible
     * revision, except the last event of a stream. Names of streams stay, as in the store.
     */
    async scavenge(): Promise<void> {
      const streams = new Set<string>()
      for await (const events of log.readAll()) for (const { stream } of events) streams.add(stream)
      for (const stream of streams) {
        let last = -1
        for await (const { revision } of log.read(stream)) last = revision
        const isSettings = stream.startsWith('~$$')
        const name = fromLogName(stream)
        const before = removed.has(name) || isSettings ? last : Math.min(beginnings.get(name) ?? 0, last)
        if (before > 0) await log.truncate(stream, before)
      }
    },
  }
}

const toLogName = (stream: string) => (stream.startsWith('$') ? `~${stream}` : stream)
const fromLogName = (stream: string) => (stream.startsWith('~') ? stream.slice(1) : stream)

function toLogPosition(position: bigint): bigint {
  if (position < 0n) return beginning
  if (position % positionStep !== 0n) throw new Error('Trying to read from an invalid position.')
  return position / positionStep
}

function toEvent({ id, type, data, metadata }: ProposedEvent): NewEvent {
  // The adapter writes version and time of the event into the metadata.
  const { version, at, ...rest } = JSON.parse(metadata || defaultMetadata) as Omit<NewEvent, 'metadata'> &
    NewEvent['metadata']
  return { id: id.toLowerCase(), type, version, at, data: JSON.parse(data), metadata: rest }
}

/** Metadata of the store's own events. */
const defaultMetadata = JSON.stringify({ version: 1, at: '2026-01-01T00:00:00.000Z', correlation: 'store' })

function toRecord({ data, metadata, version, at, ...event }: RecordedEvent): StoreRecord {
  return {
    ...event,
    data: JSON.stringify(data),
    metadata: JSON.stringify({ version, at, ...metadata }),
    stream: fromLogName(event.stream),
    revision: event.type === '$streamDeleted' ? tombstoneRevision : BigInt(event.revision),
    position: event.position * positionStep,
  }
}
