import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { type GivenEvent } from './event-builders.ts'
import { recordedEvents } from './fold-events.ts'

/** An event log in memory. An append may leave out the expected revision. */
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
  const { log, record, end, putBack } = inMemoryEventLog()
  let addedEvents = 0
  const nextId = () => `event-${addedEvents++}`
  const give = (...more: readonly GivenEvent[]) => {
    for (const { stream, ...event } of recordedEvents(more)) record(stream, { ...event, id: nextId() })
    return end()
  }
  give(...given)
  return {
    ...log,
    give,
    add: (stream, type, data = {}) => {
      const at = '2026-03-01T12:00:00.000Z'
      const event = { id: nextId(), type, version: 1, at, data, metadata: { correlation: 'c' } }
      return record(stream, event).position
    },
    end,
    putBack,
  }
}
