import {
  LogReplaced,
  beginning,
  VersionConflict,
  type Batch,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  type SeenEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'
import { recordedEvents, type GivenEvent } from './event-builders.ts'

/** An event log in memory: it can append, read and subscribe, but not remove events. An append may leave out the expected revision. */
export type FakeEventLog = EventLog & {
  /** Appends events to the ends of their streams, and returns the position of the last one. */
  give(...given: readonly GivenEvent[]): bigint
  /** Appends one event and returns its position. */
  add(stream: string, type: string, data?: unknown): bigint
  /** Returns the position of the newest event. */
  end(): bigint
  /** Drops the events after a position, as if the log was replaced by an older copy. Subscribers notice it at once. */
  putBack(position: bigint): void
}

/** Returns a log with these events, at positions 0, 1, 2 … */
export function fakeEventLog(...given: readonly GivenEvent[]): FakeEventLog {
  const events: RecordedEvent[] = []
  const listeners = new Set<() => void>()
  let addedEvents = 0
  const compare = ({ position, id }: SeenEvent) => (events[Number(position)]?.id === id ? 'same' : 'other')
  const head = () => events.at(-1)?.position ?? beginning
  const isInStreams = (streams: readonly string[] | undefined) => (event: RecordedEvent) =>
    !streams || streams.some((prefix) => event.stream.startsWith(prefix))
  const between = (after: bigint, until: bigint) => events.slice(Number(after) + 1, Number(until) + 1)

  const record = (stream: string, event: NewEvent): RecordedEvent => {
    const revision = events.filter((other) => other.stream === stream).length
    const recorded = { ...event, stream, revision, position: head() + 1n }
    events.push(recorded)
    return recorded
  }

  async function* follow(subscription: SubscriptionOptions): AsyncIterable<Batch> {
    const { after, streams, batch = 100, signal } = subscription
    let position = after
    let { seen } = subscription
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the signal changes from outside
    for (let isFirst = true; !signal?.aborted; isFirst = false) {
      if (seen && compare(seen) === 'other') throw new LogReplaced(seen)
      const next = between(position, head()).slice(0, batch)
      position = next.at(-1)?.position ?? position
      seen = next.at(-1) ?? seen
      if (isFirst || next.length > 0)
        yield {
          events: next.filter(isInStreams(streams)),
          position,
          caughtUp: position === head(),
          ...(seen && { newest: seen }),
        }
      if (position === head()) await nextAppend(signal)
    }
  }

  const nextAppend = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      if (signal?.aborted) return resolve()
      const wake = () => {
        listeners.delete(wake)
        resolve()
      }
      listeners.add(wake)
      signal?.addEventListener('abort', wake, { once: true })
    })

  const log: FakeEventLog = {
    give: (...more) => {
      for (const { stream, ...event } of recordedEvents(more))
        record(stream, { ...event, id: `event-${addedEvents++}` })
      for (const wake of listeners) wake()
      return head()
    },
    add: (stream, type, data = {}) => {
      const at = '2026-03-01T12:00:00.000Z'
      const id = `event-${addedEvents++}`
      const { position } = record(stream, { id, type, version: 1, at, data, metadata: { correlation: 'c' } })
      for (const wake of listeners) wake()
      return position
    },
    end: head,
    putBack: (position) => {
      events.splice(Number(position) + 1)
      for (const wake of listeners) wake()
    },
    append: async (stream, newEvents, expected?: ExpectedRevision) => {
      const known = events.filter((event) => event.stream === stream)
      const repeated = known.filter(({ id }) => newEvents.some((event) => event.id === id))
      const actual = known.length - 1
      if (repeated.length === 0 && expected !== undefined && actual !== (expected === 'none' ? -1 : expected))
        throw new VersionConflict(stream, expected, actual)
      const recorded = repeated.length > 0 ? repeated : newEvents.map((event) => record(stream, event))
      for (const wake of listeners) wake()
      const last = recorded.at(-1)
      if (!last) throw new Error('Nothing to append.')
      return { revision: last.revision, position: last.position }
    },
    async *read(stream, from = 0) {
      yield* events.filter((event) => event.stream === stream && event.revision >= from)
    },
    async *readAll({ after = beginning, seen, until = head(), streams, batch = 100 } = {}) {
      const found = between(after, until).filter(isInStreams(streams))
      let last = seen
      for (let index = 0; index === 0 || index < found.length; index += batch) {
        if (last && compare(last) === 'other') throw new LogReplaced(last)
        const events = found.slice(index, index + batch)
        last = events.at(-1) ?? last
        if (events.length > 0) yield events
      }
    },
    async *readBackwards({ before = head() + 1n, types, batch = 100 } = {}) {
      const found = between(beginning, before - 1n).reverse()
      for (let index = 0; index < found.length; index += batch) {
        const part = found.slice(index, index + batch)
        const wanted = part.filter(({ type }) => types === undefined || types.includes(type))
        yield { events: wanted, position: part.at(-1)?.position ?? beginning, scanned: part.length }
      }
    },
    subscribe: follow,
    head: async () => head(),
    compareEvent: async (event) => compare(event),
    truncate: () => Promise.reject(new Error('The fake event log cannot truncate streams.')),
    remove: () => Promise.reject(new Error('The fake event log cannot remove streams.')),
    close: async () => undefined,
  }
  log.give(...given)
  return log
}
