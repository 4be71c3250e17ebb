// Wraps a log with the product's schemas. Only here are events validated before they are appended and upcast when they are read, so every
// reader gets events in their newest version.
//
// An upcaster may be left out where the old data is valid in the new version. Fields that a schema does not name are dropped before they
// are stored. A projection skips types that it does not list before it looks at their version, so a rolling upgrade parks only projections
// of the old release that handle a type with a new version. Specs of ports and of the runner use logs without this wrapper.

import type { Batch, EventLog, NewEvent, RecordedEvent } from './event-log.ts'

export type EventSchemas = {
  /** Returns the event as it may be stored; throws for an event that may not. */
  validate(event: NewEvent): NewEvent
  /** Returns the event in the newest version of its type. Must not throw. */
  upcast(event: RecordedEvent): RecordedEvent
}

export function catalogueLog(log: EventLog, { validate, upcast }: EventSchemas): EventLog {
  async function* upcastIn<Found extends Pick<Batch, 'events'>>(batches: AsyncIterable<Found>) {
    for await (const batch of batches) yield { ...batch, events: batch.events.map(upcast) }
  }
  return {
    ...log,
    append: async (stream, events, expected) => log.append(stream, events.map(validate), expected),
    async *read(stream, from) {
      for await (const event of log.read(stream, from)) yield upcast(event)
    },
    async *readAll(range) {
      for await (const events of log.readAll(range)) yield events.map(upcast)
    },
    readBackwards: (range) => upcastIn(log.readBackwards(range)),
    subscribe: (subscription) => upcastIn(log.subscribe(subscription)),
  }
}
