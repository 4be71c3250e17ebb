import { randomUUID } from 'node:crypto'
import { beginning } from '@thirty/infra/event-log/event-log.ts'
import type { EventLog, ReadRange, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { LogUnderTest } from '../event-log-port.ts'

/**
 * Returns a part of a log that has other events, such as a server that many specs share: its streams have a prefix, and everything that
 * was there before is before its beginning. Nobody else may write meanwhile.
 */
export async function isolatedLog(open: () => Promise<EventLog>): Promise<LogUnderTest> {
  const prefix = `spec-${randomUUID()}-`
  const log = await open()
  const start = await log.head()
  return { log: isolate(log, prefix, start), reopen: async () => isolate(await open(), prefix, start) }
}

function isolate(log: EventLog, prefix: string, start: bigint): EventLog {
  const toOwnPosition = (position: bigint) => (position > start ? position : beginning)
  const toOwnEvent = (event: RecordedEvent) => ({ ...event, stream: event.stream.slice(prefix.length) })
  const inLog = <Range extends ReadRange>({ after = beginning, streams = [''], seen, ...range }: Range) => ({
    ...range,
    after: after > start ? after : start,
    streams: streams.map((stream) => prefix + stream),
    ...(seen && { seen: { ...seen, stream: prefix + seen.stream } }),
  })
  return {
    ...log,
    append: (stream, events, expected) => log.append(stream && prefix + stream, events, expected),
    async *read(stream, from) {
      for await (const event of log.read(prefix + stream, from)) yield toOwnEvent(event)
    },
    async *readAll(range = {}) {
      for await (const events of log.readAll(inLog(range))) yield events.map(toOwnEvent)
    },
    async *readBackwards(range) {
      for await (const batch of log.readBackwards(range)) {
        const own = batch.events.filter(({ stream }) => stream.startsWith(prefix))
        yield { ...batch, events: own.map(toOwnEvent) }
        if (batch.position <= start) return
      }
    },
    async *subscribe(subscription) {
      for await (const { events, position, caughtUp } of log.subscribe(inLog(subscription)))
        yield { events: events.map(toOwnEvent), position: toOwnPosition(position), caughtUp }
    },
    head: async () => toOwnPosition(await log.head()),
    compareEvent: (event) => log.compareEvent({ ...event, stream: prefix + event.stream }),
    truncate: (stream, before, options) => log.truncate(prefix + stream, before, options),
    remove: (stream) => log.remove(prefix + stream),
  }
}
