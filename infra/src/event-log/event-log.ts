// The contract of the event log: events, streams and positions, and what every store of events does.

import { uuidPattern } from '@thirty/contracts/uuid.ts'

/** Who caused an event, in which run, and by which request. */
export type EventMetadata = {
  /** Id of the user who acted; missing when the system acted. */
  actor?: string
  /** Number of the run of the product; missing for events that belong to no run. */
  run?: number
  /** Id shared by all events of one request. */
  correlation: string
  /** Id of the command: its idempotency key if it had one. */
  causation?: string
}

/** An event to append. `data` is plain JSON. */
export type NewEvent<Type extends string = string, Data = unknown> = {
  /** UUID (v7 for our own). Set before the first attempt, so that a retry has the same id and is recognised. */
  id: string
  type: Type
  /** Version of the type's schema, from 1. */
  version: number
  /** ISO time (UTC, milliseconds), by the clock of the process that decided; the store does not change it. */
  at: string
  data: Data
  metadata: EventMetadata
}

export type RecordedEvent<Type extends string = string, Data = unknown> = NewEvent<Type, Data> & {
  stream: string
  /** Index in its stream, from 0, without gaps. */
  revision: number
  /** Position in the whole log. Rises with every event, with gaps (EventStoreDB counts bytes). A string in JSON. */
  position: bigint
}

/** `none`: the stream must be empty. A number: the revision of the stream's last event. */
export type ExpectedRevision = 'none' | number

export type EventComparison = 'same' | 'other' | 'erased'

/** Revision and position of the last event of an append. */
export type AppendResult = { revision: number; position: bigint }

/**
 * `forgetName`: if no event is left, the name of the stream is erased, too, and the stream may begin again at revision 0. A
 * store that cannot forget names (EventStoreDB) keeps the last event instead, which must contain nothing to erase, and
 * adds the stream to no list: until it drops the events, readers of the whole log may see them.
 */
export type TruncateOptions = { forgetName?: boolean }

/** Position before the first event. */
export const beginning = -1n

/** What a reader remembers of an event, to recognise later whether the log still has the same history. */
export type SeenEvent = Pick<RecordedEvent, 'position' | 'id' | 'stream' | 'revision'>

export function seenEvent({ position, id, stream, revision }: SeenEvent): SeenEvent {
  return { position, id, stream, revision }
}

/**
 * What a reader has seen of the log: all events of its streams up to `upTo`. It remembers some of them to recognise the
 * log later: `events` has the newest event of each of the last few stream families, in the order of the
 * log. One of each family, because an erasure (a deleted account) takes the events of some families only; an erased event
 * proves nothing about the log.
 */
export type SeenHistory = {
  upTo: bigint
  events: readonly SeenEvent[]
  /** Position of the last event that changed something for readers; missing if an older release has seen it. */
  changedAt?: bigint
}

/**
 * Events in the order of the log. The reader has now seen everything up to and including `position`. `events` is
 * empty when only events of other streams were added. `caughtUp` is true when the batch reaches the end of the log.
 * `newest` is the last event up to `position`, also of other streams; missing where it is not known. The less lies between it
 * and the position, the less of a log that was put back can go unnoticed.
 */
export type Batch = {
  events: readonly RecordedEvent[]
  position: bigint
  caughtUp: boolean
  newest?: SeenEvent
}

/**
 * A part of a backward read: the events of the wanted types, newest first. `position` is the position of the oldest scanned event of any
 * type, and `scanned` the number of scanned events. The next part begins before `position`.
 */
export type BackwardBatch = { events: readonly RecordedEvent[]; position: bigint; scanned: number }

/** A part of the log: see `EventLog.readAll`. */
export type ReadRange = {
  /** Read events after this position, which must come from this log; `beginning` for all events. */
  after?: bigint
  /** An event that the reader has seen at `after` or before: the log must still have it. */
  seen?: SeenEvent
  until?: bigint
  /** Prefixes of stream names; all streams when missing. */
  streams?: readonly string[]
  /** Maximum number of events in a batch. */
  batch?: number
}

/** What a subscription reads, and then follows: see `EventLog.subscribe`. `signal` ends it. */
export type SubscriptionOptions = Omit<ReadRange, 'after' | 'until'> & { after: bigint; signal?: AbortSignal }

export type BackwardRange = {
  /** Read events before this position, which must come from this log; from the current end when missing. */
  before?: bigint
  /** The wanted types of events; all when missing. */
  types?: readonly string[]
  /** Maximum number of events to look at for one batch. */
  batch?: number
}

/**
 * The source of truth: an append-only log of events in streams. `testing/event-log/event-log-port.ts` tests this
 * contract for every adapter.
 */
export type EventLog = {
  /**
   * Appends all events or none, and resolves when they are on disk. A repeated append, with the same event ids at the
   * same revisions, stores nothing and returns the first result.
   * Throws `VersionConflict` when the stream is not at the `expected` revision, `StreamRemoved` for a removed stream,
   * and `LogUnavailable` when nothing was stored (disk full, store unreachable) or the outcome is unknown. `events`
   * must not be empty.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>
  /**
   * Reads the events of one stream from revision `from` (0 when missing) to its current end. An unknown or removed
   * stream has none.
   */
  read(stream: string, from?: number): AsyncIterable<RecordedEvent>
  /**
   * Reads the whole log in order and in batches: the events after position `after`, up to and including `until` (the
   * current end when missing). `after` must be `beginning` or a position from this log: EventStoreDB reads from no
   * other. `seen` is an event that the reader has seen at `after` or before. Throws `LogReplaced` when the log does not
   * have it or ends before `after`, or no longer has what was read when the store comes back after a failure.
   */
  readAll(range?: ReadRange): AsyncIterable<readonly RecordedEvent[]>
  /**
   * Reads the whole log backwards and in batches, newest event first, down to its beginning. A batch may be empty, so that
   * a caller who looks for rare types can stop at any time and continue later before the position of the last batch. Events
   * that are appended meanwhile are not read.
   */
  readBackwards(range?: BackwardRange): AsyncIterable<BackwardBatch>
  /**
   * Reads the log and then follows it, without gaps or repeats, and never ends by itself: it survives reconnects and
   * leader changes. A slow reader slows down the store's sending, never the writers. The first batch that reaches the
   * end of the log has `caughtUp`, even if it is empty. Throws `LogReplaced` when the store was put back to an older
   * copy: whenever it connects, it first checks that the log still has the event that the reader saw last, and does not
   * end before the reader's position.
   */
  subscribe(subscription: SubscriptionOptions): AsyncIterable<Batch>
  /** Returns the position of the newest event; `beginning` for an empty log. */
  head(): Promise<bigint>
  /**
   * Compares an event that a reader has seen with the event at its position now. `other`: there is another event or
   * none, so the log was put back to an older copy since. `erased`: the event was erased, which proves nothing.
   */
  compareEvent(event: SeenEvent): Promise<EventComparison>
  /**
   * Erases the events of a stream before revision `before`. Later events continue its revisions, unless its name is
   * forgotten.
   */
  truncate(stream: string, before: number, options?: TruncateOptions): Promise<void>
  /** Erases a stream with its content (personal data) permanently. Later appends to it throw `StreamRemoved`. */
  remove(stream: string): Promise<void>
  /** Finishes pending appends and releases files, threads and connections. */
  close(): Promise<void>
}

/**
 * A log that may be used at once. `verified` resolves when an embedded log is verified, or when the store has answered for the first
 * time, however long that takes, and rejects with a message for the operator.
 */
export type StartedLog = { log: EventLog; verified: Promise<void> }

export class VersionConflict extends Error {
  override name = 'VersionConflict'
  readonly stream: string
  readonly expected: ExpectedRevision
  /** The stream's revision; -1 for a stream without events. */
  readonly actual: number
  constructor(stream: string, expected: ExpectedRevision, actual: number) {
    super(`Stream ${stream} is at revision ${actual}, not ${expected}.`)
    this.stream = stream
    this.expected = expected
    this.actual = actual
  }
}

export class StreamRemoved extends Error {
  override name = 'StreamRemoved'
  constructor(stream: string) {
    super(`Stream ${stream} was removed.`)
  }
}

/**
 * The store did not acknowledge the append, so its outcome may be unknown; nothing that was acknowledged earlier is
 * lost. It is safe to repeat the append later with the same ids and expected revision: it is stored once.
 */
export class LogUnavailable extends Error {
  override name = 'LogUnavailable'
}

/** The log no longer has the history that a reader has seen: it was put back to an older copy, or replaced. */
export class LogReplaced extends Error {
  override name = 'LogReplaced'
  constructor({ position }: Pick<SeenEvent, 'position'>) {
    super(
      `The event that was at position ${position} is not in the event log: it was put back to an older copy.`,
    )
  }
}

/**
 * Returns a function that checks whether a stream's name starts with one of the prefixes; without prefixes all
 * streams match.
 */
export function streamFilter(prefixes: readonly string[] | undefined): (stream: string) => boolean {
  if (prefixes === undefined) return () => true
  return (stream) => {
    // This runs for every event of a replay, so it allocates nothing.
    for (const prefix of prefixes) if (stream.startsWith(prefix)) return true
    return false
  }
}

/** Validates an append before it is sent to a store. Throws a TypeError, because the caller is wrong, not the store. */
export function requireValidAppend(stream: string, events: readonly NewEvent[], expected: ExpectedRevision) {
  requireValidStreamName(stream)
  if (events.length === 0) throw new TypeError(`An append to ${stream} needs at least one event.`)
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new TypeError(`${expected} is not a revision; use 'none' for an empty stream.`)
  for (const { id } of events)
    if (!uuidPattern.test(id.toLowerCase())) throw new TypeError(`Event id ${id} is not a UUID.`)
}

/** Throws a TypeError for an invalid name. Names that start with `$` belong to the store itself. */
export function requireValidStreamName(stream: string) {
  if (stream === '' || stream.startsWith('$')) throw new TypeError(`"${stream}" is not a valid stream name.`)
}
