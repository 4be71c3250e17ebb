import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { type GivenEvent } from './event-builders.ts'
import { recordedEvents } from './fold-events.ts'

/** An event log in memory. An append may leave out the expected revision. */
export type FakeEventLog = EventLog &
  Pick<ReturnType<typeof inMemoryEventLog>, 'end' | 'erase' | 'putBack'> & {
    /** Appends events to the ends of their streams, and returns the position of the last one. */
    give(...given: readonly GivenEvent[]): bigint
    /** Appends one event and returns its position. */
    add(stream: string, type: string, data?: unknown): bigint
    /** Counts the events that were read of the whole log. */
    reads: { events: number }
  }

/** Returns a log with these events, at positions 0, 1, 2 … */
export const fakeEventLog = (...given: readonly GivenEvent[]): FakeEventLog => logWith(given, false)

/** Returns a log with these events, at the same positions as in the read models of `storeAfter`. */
export const recordedLog = (given: readonly GivenEvent[]): FakeEventLog => logWith(given, true)

function logWith(given: readonly GivenEvent[], hasGaps: boolean): FakeEventLog {
  const { log, record, ...changes } = inMemoryEventLog()
  const reads = { events: 0 }
  let count = 0
  const give = (...more: readonly GivenEvent[]) => {
    for (const event of recordedEvents(more, count))
      record(event.stream, event, hasGaps ? event.position : undefined)
    count += more.length
    return changes.end()
  }
  give(...given)
  return {
    ...log,
    ...changes,
    give,
    add: (stream, type, data = {}) => {
      const at = '2026-03-01T12:00:00.000Z'
      const event = { id: `event-${count++}`, type, version: 1, at, data, metadata: { correlation: 'c' } }
      return record(stream, event).position
    },
    reads,
    async *readAll(range) {
      for await (const events of log.readAll(range)) {
        reads.events += events.length
        yield events
      }
    },
  }
}

/** Holds what the next reading of a log has read, until `release`. */
export function holdNextRead(log: FakeEventLog) {
  const { readAll } = log
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  log.readAll = async function* hold(range) {
    log.readAll = readAll
    const read = await Array.fromAsync(readAll(range))
    held.resolve()
    await released.promise
    yield* read
  }
  return { isRead: held.promise, release: released.resolve }
}
