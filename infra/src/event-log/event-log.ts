/** Who did it, in which run of the challenge, and because of what. Everything but `correlation` may be missing. */
export type EventMetadata = {
  /** Id of the user who acted; missing when the system acted. */
  actor?: string
  /** Run of the challenge that the event belongs to; missing for accounts, which belong to no run. */
  run?: number
  /** The same for everything that one request set off. */
  correlation: string
  /** Id of the command (its idempotency key, where it had one). */
  causation?: string
}

/** An event as it is handed to the log. `data` is plain JSON. */
export type NewEvent<Type extends string = string, Data = unknown> = {
  /** UUID (v7 where we make it). Fixed before the first try, so that a retry is recognised. */
  id: string
  type: Type
  /** Version of the type's schema, from 1. */
  version: number
  /** ISO time (UTC, milliseconds) by the clock of the process that decided. Carried, not stamped by the store. */
  at: string
  data: Data
  metadata: EventMetadata
}

/** An event as it stands in the log. */
export type RecordedEvent<Type extends string = string, Data = unknown> = NewEvent<Type, Data> & {
  stream: string
  /** Place in its stream, from 0, without gaps. */
  revision: number
  /** Place in the whole log. Rises with every event; gaps are normal (EventStoreDB counts bytes). Text in JSON. */
  position: bigint
}

/** `none`: the stream holds nothing yet. `any`: no matter. A number: the revision of the stream's last event. */
export type ExpectedRevision = 'none' | 'any' | number

/** Revision and position of the last event of an append. */
export type AppendResult = { revision: number; position: bigint }

/** Position before the first event. */
export const beginning = -1n

export type SubscriptionOptions = {
  /** Everything after this position, which the log has told; `beginning` for all. */
  after: bigint
  /** Only streams that start with one of these; all when missing. */
  streams?: readonly string[]
  /** Most events in a batch. */
  batch?: number
  /** Ends the iteration. */
  signal?: AbortSignal
}

/**
 * What a subscription hands over: events in the order of the log, up to and including `position`.
 * `events` may be empty: then the log moved on without an event for us. `live` says that nothing older is waiting.
 */
export type Batch = { events: readonly RecordedEvent[]; position: bigint; caughtUp: boolean }

/**
 * The only truth: an append-only log of events in streams.
 * Every adapter passes `event-log.port.ts`; what is said here is what that spec checks.
 */
export type EventLog = {
  /**
   * Appends all events or none, durable before it answers.
   * The same event ids at the same place answer as they did the first time and store nothing.
   * Throws `VersionConflict` when the stream is not where `expected` says, `StreamRemoved` for a removed stream,
   * `LogUnavailable` when nothing could be stored (disk full, store away) or nobody can say so. `events` must not be
   * empty.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>
  /** The events of one stream from revision `from` (0 when missing); ends. Unknown or removed: empty. */
  read(stream: string, from?: number): AsyncIterable<RecordedEvent>
  /**
   * The whole log in order, after and until (inclusive) the given positions, in batches; ends. `after` is `beginning` or
   * a position that the log has told: EventStoreDB reads from no other.
   */
  readAll(range?: {
    after?: bigint
    until?: bigint
    streams?: readonly string[]
    batch?: number
  }): AsyncIterable<readonly RecordedEvent[]>
  /**
   * Catches up, then goes live, without gap or repeat, and never ends by itself: it survives reconnects and leader
   * changes. A slow reader slows the source, never the writers. The first batch that reaches the head says `live`,
   * also when it is empty.
   */
  subscribe(subscription: SubscriptionOptions): AsyncIterable<Batch>
  /** Position of the newest event; `beginning` for an empty log. */
  head(): Promise<bigint>
  /** Forgets the events of a stream before revision `before`. Revisions go on from where they were. */
  truncate(stream: string, before: number): Promise<void>
  /** Forgets a stream for ever, with its content (personal data). Later appends throw `StreamRemoved`. */
  remove(stream: string): Promise<void>
  /** Finishes what was accepted and lets go of files, threads and connections. */
  close(): Promise<void>
}

export class VersionConflict extends Error {
  override name = 'VersionConflict'
  readonly stream: string
  readonly expected: ExpectedRevision
  /** Revision found, or -1 for a stream without events. */
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
 * The store did not confirm, and what it did confirm before is not lost. The same append may be made again later: with
 * the same ids and expectation it is stored once, also if this one arrived after all.
 */
export class LogUnavailable extends Error {
  override name = 'LogUnavailable'
}

/** Says of a stream whether its name starts with one of the prefixes; without prefixes every stream is meant. */
export function streamFilter(prefixes: readonly string[] | undefined): (stream: string) => boolean {
  if (prefixes === undefined) return () => true
  return (stream) => {
    // Asked for every event of a replay, so nothing is made here.
    for (const prefix of prefixes) if (stream.startsWith(prefix)) return true
    return false
  }
}
