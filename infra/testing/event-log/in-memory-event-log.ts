import { EventEmitter, once } from 'node:events'
import {
  beginning,
  LogReplaced,
  streamFilter,
  StreamRemoved,
  VersionConflict,
  type Batch,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  type SeenEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'

/**
 * An event log in memory, at positions 0, 1, 2 …, and the methods with which specs change it. `interrupt` runs before each append, to
 * simulate concurrent changes. An append may leave out the expected revision.
 */
export function inMemoryEventLog(interrupt: (stream: string) => Promise<void> | void = () => undefined) {
  const all: RecordedEvent[] = []
  const removed = new Set<string>()
  const erased = new Set<string>()
  const changes = new EventEmitter().setMaxListeners(0)
  // An erasure does not shorten the log.
  let end = beginning
  const head = () => end
  const inStream = (stream: string) => all.filter((event) => event.stream === stream)
  const lastRevision = (stream: string) => all.findLast((event) => event.stream === stream)?.revision ?? -1
  const isShown = ({ stream }: RecordedEvent) => !erased.has(stream)
  const isAfter = (after: bigint, until: bigint) => (event: RecordedEvent) =>
    event.position > after && event.position <= until
  const wake = () => changes.emit('change')

  function compare({ position, id, stream }: SeenEvent) {
    const isThere = all.some((event) => event.position === position && event.id === id)
    return !isThere ? 'other' : erased.has(stream) ? 'erased' : 'same'
  }

  /** Stores an event at the end of its stream, and wakes subscribers. `position`: the next one when missing. */
  function record(stream: string, event: NewEvent, position = end + 1n): RecordedEvent {
    const revision = lastRevision(stream) + 1
    const recorded = { ...event, stream, revision, position }
    all.push(recorded)
    end = position
    wake()
    return recorded
  }

  /** Stores events; at any revision of the stream when `expected` is missing. */
  function store(stream: string, events: readonly NewEvent[], expected?: ExpectedRevision) {
    if (removed.has(stream)) throw new StreamRemoved(stream)
    const actual = lastRevision(stream)
    const before = expected === 'none' ? -1 : (expected ?? actual)
    const recorded =
      before === actual
        ? events.map((event) => record(stream, event))
        : inStream(stream).filter(({ revision }) => revision > before && revision <= before + events.length)
    if (expected !== undefined && events.some(({ id }, index) => id !== recorded[index]?.id))
      throw new VersionConflict(stream, expected, actual)
    const { revision = actual, position = head() } = recorded.at(-1) ?? {}
    return { revision, position }
  }

  async function* follow(subscription: SubscriptionOptions): AsyncIterable<Batch> {
    const { after, streams, batch = 100, signal } = subscription
    let position = after
    let { seen } = subscription
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the signal changes from outside
    for (let isFirst = true; !signal?.aborted; isFirst = false) {
      if (head() < position) throw new LogReplaced({ position })
      if (seen && compare(seen) === 'other') throw new LogReplaced(seen)
      const next = all.filter(isAfter(position, head())).slice(0, batch)
      position = next.at(-1)?.position ?? position
      seen = next.at(-1) ?? seen
      if (isFirst || next.length > 0)
        yield {
          events: next.filter((event) => streamFilter(streams)(event.stream)),
          position,
          caughtUp: position >= head(),
          ...(seen && { newest: seen }),
        }
      // Rejects when the signal aborts.
      if (position >= head()) await once(changes, 'change', signal && { signal }).catch(() => undefined)
    }
  }

  const removeWhere = (condition: (event: RecordedEvent) => boolean): void => {
    for (const event of all.filter(condition)) all.splice(all.indexOf(event), 1)
  }

  const log: EventLog = {
    append: async (stream, events, expected) => {
      await interrupt(stream)
      return store(stream, events, expected)
    },
    async *read(stream, from = 0) {
      yield* inStream(stream).filter((event) => event.revision >= from && isShown(event))
    },
    async *readAll({ after = beginning, seen, until = head(), streams, batch = 100 } = {}) {
      if (head() < after) throw new LogReplaced({ position: after })
      const isWanted = streamFilter(streams)
      const found = all
        .filter(isAfter(after, until))
        .filter((event) => isShown(event) && isWanted(event.stream))
      let last = seen
      for (let index = 0; index === 0 || index < found.length; index += batch) {
        if (last && compare(last) === 'other') throw new LogReplaced(last)
        const events = found.slice(index, index + batch)
        last = events.at(-1) ?? last
        if (events.length > 0) yield events
      }
    },
    async *readBackwards({ before = head() + 1n, types, batch = 100 } = {}) {
      const found = all.filter(isAfter(beginning, before - 1n)).reverse()
      for (let index = 0; index < found.length; index += batch) {
        const part = found.slice(index, index + batch)
        const events = part.filter(({ type }) => types === undefined || types.includes(type))
        yield { events, position: part.at(-1)?.position ?? beginning, scanned: part.length }
      }
    },
    subscribe: follow,
    head: async () => head(),
    compareEvent: async (event) => compare(event),
    truncate: async (stream, before) =>
      removeWhere((event) => event.stream === stream && event.revision < before),
    remove: async (stream) => {
      removed.add(stream)
      removeWhere((event) => event.stream === stream)
    },
    close: async () => undefined,
  }
  return {
    log,
    store,
    inStream,
    record,
    /** Returns the position of the newest event. */
    end: head,
    /** Erases the events of a stream. `compareEvent` reports them as erased. */
    erase: (stream: string) => void erased.add(stream),
    /** Drops the events after a position, as if the log was replaced by an older copy. Subscribers notice it at once. */
    putBack: (position: bigint) => {
      removeWhere((event) => event.position > position)
      if (end > position) end = position
      wake()
    },
  }
}
