import {
  beginning,
  streamFilter,
  StreamRemoved,
  VersionConflict,
  type EventLog,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
} from '@thirty/infra/event-log/event-log.ts'

/** The part of the event log that commands need. */
export type CommandEventLog = Pick<EventLog, 'append' | 'read' | 'readAll' | 'head' | 'truncate' | 'remove'>

/** An event log in memory. `interrupt` runs before each append, to simulate concurrent changes. */
export function inMemoryEventLog(interrupt: (stream: string) => Promise<void> | void = () => undefined) {
  const all: RecordedEvent[] = []
  const removed = new Set<string>()
  const inStream = (stream: string) => all.filter((event) => event.stream === stream)

  /** Stores events; at any revision of the stream when `expected` is missing. */
  const store = (stream: string, events: readonly NewEvent[], expected?: ExpectedRevision) => {
    if (removed.has(stream)) throw new StreamRemoved(stream)
    const last = inStream(stream).at(-1)?.revision ?? -1
    if (expected !== undefined && last !== (expected === 'none' ? -1 : expected)) {
      throw new VersionConflict(stream, expected, last)
    }
    events.forEach((event, index) => {
      all.push({ ...event, stream, revision: last + 1 + index, position: BigInt(all.length) })
    })
    return { revision: last + events.length, position: BigInt(all.length - 1) }
  }

  const log: CommandEventLog = {
    append: async (stream, events, expected) => {
      await interrupt(stream)
      return store(stream, events, expected)
    },
    read: async function* read(stream, from = 0) {
      yield* inStream(stream).filter((event) => event.revision >= from)
    },
    readAll: async function* readAll({ after = beginning, until, streams } = {}) {
      const isMatch = streamFilter(streams)
      const isWithin = (position: bigint) => position > after && (until === undefined || position <= until)
      const events = all.filter(({ stream, position }) => isWithin(position) && isMatch(stream))
      if (events.length > 0) yield events
    },
    head: async () => all.at(-1)?.position ?? beginning,
    truncate: async (stream, before) => {
      for (const event of inStream(stream)) if (event.revision < before) all.splice(all.indexOf(event), 1)
    },
    remove: async (stream) => {
      removed.add(stream)
      for (const event of inStream(stream)) all.splice(all.indexOf(event), 1)
    },
  }
  return { log, store, inStream }
}
