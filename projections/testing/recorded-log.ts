import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { inMemoryEventLog } from '@thirty/infra/testing/event-log/in-memory-event-log.ts'
import { type GivenEvent } from './event-builders.ts'
import { recordedEvents } from './fold-events.ts'

/**
 * Returns a log for reading with these events, at the same positions as in the read models of `storeAfter`. `reads` counts
 * the events that were read of the whole log. `erase` removes the events of a stream.
 */
export function recordedLog(given: readonly GivenEvent[]): EventLog & {
  reads: { events: number }
  erase(stream: string): void
  add(...more: readonly GivenEvent[]): void
} {
  const { log, record, erase } = inMemoryEventLog()
  let count = 0
  const add = (...more: readonly GivenEvent[]) => {
    for (const event of recordedEvents(more, count)) record(event.stream, event, event.position)
    count += more.length
  }
  add(...given)
  const reads = { events: 0 }
  return {
    ...log,
    reads,
    add,
    erase,
    async *readAll(range) {
      for await (const events of log.readAll(range)) {
        reads.events += events.length
        yield events
      }
    },
  }
}
