import {
  beginning,
  LogReplaced,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { recordedEvents, type GivenEvent } from './event-builders.ts'

/**
 * Returns a log for reading with these events, at the same positions as in the read models of `storeAfter`. `reads` counts
 * the events that were read of the whole log. `erase` removes the events of a stream.
 */
export function recordedLog(given: readonly GivenEvent[]): EventLog & {
  reads: { events: number }
  erase(stream: string): void
  add(...more: readonly GivenEvent[]): void
} {
  const revisions = new Map<string, number>()
  const recorded: RecordedEvent[] = []
  const erased = new Set<string>()
  const add = (...more: readonly GivenEvent[]) => {
    for (const event of recordedEvents(more, recorded.length)) {
      const revision = revisions.get(event.stream) ?? 0
      revisions.set(event.stream, revision + 1)
      recorded.push({ ...event, revision })
    }
  }
  add(...given)
  const reads = { events: 0 }
  const head = () => recorded.at(-1)?.position ?? beginning
  const compare = ({ position, id, stream }: SeenEvent) => {
    if (recorded.find((event) => event.position === position)?.id !== id) return 'other'
    return erased.has(stream) ? 'erased' : 'same'
  }
  const isThere = ({ stream }: RecordedEvent) => !erased.has(stream)
  return {
    ...fakeEventLog(),
    reads,
    add,
    erase: (stream) => void erased.add(stream),
    head: async () => head(),
    compareEvent: async (event) => compare(event),
    async *read(stream, from = 0) {
      yield* recorded.filter((event) => event.stream === stream && event.revision >= from && isThere(event))
    },
    async *readAll({ after = beginning, seen, until = head(), streams, batch = 100 } = {}) {
      if (seen && compare(seen) === 'other') throw new LogReplaced(seen)
      const found = recorded.filter(
        (event) =>
          event.position > after &&
          event.position <= until &&
          isThere(event) &&
          (!streams || streams.some((prefix) => event.stream.startsWith(prefix))),
      )
      for (let index = 0; index < found.length; index += batch) {
        const events = found.slice(index, index + batch)
        reads.events += events.length
        yield events
      }
    },
    async *readBackwards() {
      yield { events: recorded.toReversed(), position: 0n, scanned: recorded.length }
    },
  }
}
