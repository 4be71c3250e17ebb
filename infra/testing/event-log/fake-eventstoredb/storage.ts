import { randomUUID } from 'node:crypto'
import { VersionConflict, beginning } from '@thirty/infra/event-log/event-log.ts'
import type {
  AppendResult,
  EventLog,
  ExpectedRevision,
  NewEvent,
  RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'

/** An event as EventStoreDB keeps it; data and metadata are the bytes, as text. */
export type StoreRecord = {
  id: string
  type: string
  data: string
  metadata: string
  stream: string
  revision: bigint
  position: bigint
}

export type ProposedEvent = Pick<StoreRecord, 'id' | 'type' | 'data' | 'metadata'>

/** What EventStoreDB says of a stream that cannot be read; `removed` also of one that cannot be written any more. */
export class StreamUnreadable extends Error {
  readonly reason: 'missing' | 'removed'
  constructor(how: 'missing' | 'removed', stream: string) {
    super(`Stream ${stream} is ${how}.`)
    this.reason = how
  }
}

/** EventStoreDB counts bytes, so there is room between two positions. */
const room = 64n
/** `$tb` of a stream that was deleted but not removed; and the revision of a tombstone. */
const deletedBefore = Number.MAX_SAFE_INTEGER
const tombstoneRevision = 2n ** 63n - 1n

export type StreamStorage = Awaited<ReturnType<typeof openStorage>>

/**
 * Keeps streams the way EventStoreDB does, over any event log: what is deleted is gone from its stream and still in
 * `$all`, because nobody ever scavenges. The log beneath holds the same events; only streams that begin with `$` have
 * a `~` before their names, and a removed one ends with an event `$streamDeleted`.
 */
export async function openStorage(log: EventLog) {
  const removed = new Set<string>()
  const beginnings = new Map<string, number>()

  function learn({ stream, type, data }: RecordedEvent) {
    if (type === '$streamDeleted') removed.add(stream)
    // Settings of a stream: only EventStoreDB's own names are read.
    if (type === '$metadata') beginnings.set(nameAbove(stream).slice(2), (data as { $tb?: number }).$tb ?? 0)
  }
  for await (const events of log.readAll()) events.forEach(learn)

  async function store(
    stream: string,
    proposals: readonly ProposedEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    if (removed.has(stream)) throw new StreamUnreadable('removed', stream)
    const events = proposals.map(eventOf)
    const isRevival = beginnings.get(stream) === deletedBefore
    const appended = await log.append(nameBelow(stream), events, isRevival ? 'any' : expected)
    for (const event of events) learn({ ...event, stream: nameBelow(stream), revision: 0, position: 0n })
    // Revisions of a stream that was deleted go on where they stopped.
    if (isRevival) await setBeginning(stream, appended.revision + 1 - events.length)
    return { revision: appended.revision, position: appended.position * room }
  }

  const setBeginning = (stream: string, $tb: number) =>
    store(
      `$$${stream}`,
      [{ id: randomUUID(), type: '$metadata', data: JSON.stringify({ $tb }), metadata: '' }],
      'any',
    )

  async function readStream(stream: string, from: number): Promise<StoreRecord[]> {
    if (removed.has(stream)) throw new StreamUnreadable('removed', stream)
    const start = beginnings.get(stream) ?? 0
    const records: StoreRecord[] = []
    for await (const event of log.read(nameBelow(stream), start)) records.push(recordOf(event))
    if (records.length === 0) throw new StreamUnreadable('missing', stream)
    return records.filter(({ revision }) => revision >= from)
  }

  return {
    append: store,
    streamFrom: readStream,
    async *readAll(position: bigint): AsyncGenerator<StoreRecord> {
      for await (const events of log.readAll({ after: below(position) - 1n })) yield* events.map(recordOf)
    },
    async *readAllBackwards(): AsyncGenerator<StoreRecord> {
      let until = await log.head()
      // A little first: mostly only the newest is asked for.
      for (let width = 4n; until > beginning; width *= 8n) {
        const after = until - width
        const part: StoreRecord[] = []
        for await (const events of log.readAll({ after, until })) part.push(...events.map(recordOf))
        yield* part.toReversed()
        until = after
      }
    },
    /** Everything after a position, and what comes; `live` with the first that reaches the end. */
    async *subscribe(after: bigint, signal: AbortSignal) {
      for await (const { events, position, caughtUp: live } of log.subscribe({ after: below(after), signal }))
        yield { records: events.map(recordOf), position: position * room, live }
    },
    /** Removes a stream for ever. */
    async tombstone(stream: string): Promise<bigint> {
      const mark = { id: randomUUID(), type: '$streamDeleted', data: '{}', metadata: '' }
      return (await store(stream, [mark], 'any')).position
    },
    /** Deletes a stream so that it may begin again. */
    async delete(stream: string): Promise<bigint> {
      if (removed.has(stream)) throw new StreamUnreadable('removed', stream)
      return (await setBeginning(stream, deletedBefore)).position
    },
    /** The revision that a refused append found; nothing when it was refused for another reason. */
    actualRevision: (error: unknown) => (error instanceof VersionConflict ? error.actual : undefined),
  }
}

const nameBelow = (stream: string) => (stream.startsWith('$') ? `~${stream}` : stream)
const nameAbove = (stream: string) => (stream.startsWith('~') ? stream.slice(1) : stream)

function below(position: bigint): bigint {
  if (position < 0n) return beginning
  if (position % room !== 0n) throw new Error('Trying to read from an invalid position.')
  return position / room
}

function eventOf({ id, type, data, metadata }: ProposedEvent): NewEvent {
  // Written by the adapter: version and time of the event, and its metadata.
  const { version, at, ...rest } = JSON.parse(metadata || unsigned) as Omit<NewEvent, 'metadata'> &
    NewEvent['metadata']
  return { id: id.toLowerCase(), type, version, at, data: JSON.parse(data), metadata: rest }
}

/** For events of the store's own. */
const unsigned = JSON.stringify({ version: 1, at: '2026-01-01T00:00:00.000Z', correlation: 'store' })

function recordOf({
  stream,
  revision,
  position,
  id,
  type,
  version,
  at,
  data,
  metadata,
}: RecordedEvent): StoreRecord {
  return {
    id,
    type,
    data: JSON.stringify(data),
    metadata: JSON.stringify({ version, at, ...metadata }),
    stream: nameAbove(stream),
    revision: type === '$streamDeleted' ? tombstoneRevision : BigInt(revision),
    position: position * room,
  }
}
