import { randomUUID } from 'node:crypto'
import { VersionConflict, beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Batch, EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { LogUnderTest } from './test-events.ts'

/**
 * A part of its own in a log that is not empty and that others write to meanwhile, as a server shared by many specs:
 * its streams have a prefix, and it knows only the positions of its own events.
 */
export async function isolatedLog(open: () => Promise<EventLog>): Promise<LogUnderTest> {
  const prefix = `spec-${randomUUID()}-`
  const log = await open()
  const part = { prefix, start: await log.head(), places: ownPlaces() }
  return { log: partOf(log, part), reopen: async () => partOf(await open(), part) }
}

type Part = { prefix: string; start: bigint; places: Places }

function partOf(log: EventLog, { prefix, start, places }: Part): EventLog {
  const inside = (stream: string) => prefix + stream
  const prefixes = (streams: readonly string[] | undefined) => (streams ?? ['']).map(inside)
  const later = (position: bigint) => (position < start ? start : position)

  function own(event: RecordedEvent): RecordedEvent {
    places.add(event.position)
    return { ...event, stream: event.stream.slice(prefix.length) }
  }

  return {
    async append(stream, events, expected) {
      try {
        const appended = await log.append(stream && inside(stream), events, expected)
        places.add(appended.position)
        return appended
      } catch (error) {
        if (error instanceof VersionConflict) throw new VersionConflict(stream, expected, error.actual)
        throw error
      }
    },
    async *read(stream, from) {
      for await (const event of log.read(inside(stream), from)) yield own(event)
    },
    async *readAll({ after = beginning, streams, ...range } = {}) {
      const wanted = { ...range, after: later(after), streams: prefixes(streams) }
      for await (const events of log.readAll(wanted)) yield events.map(own)
    },
    async *subscribe({ after, streams, ...options }) {
      let said: Batch | undefined
      const source = log.subscribe({ ...options, after: later(after), streams: prefixes(streams) })
      for await (const batch of source) {
        const events = batch.events.map(own)
        const last = events.at(-1)?.position ?? beginning
        const until = places.upTo(batch.position)
        const next = { events, position: last > until ? last : until, caughtUp: batch.caughtUp }
        // Others wrote something; in a part of its own nothing happened.
        if (
          said !== undefined &&
          events.length === 0 &&
          next.position === said.position &&
          next.caughtUp === said.caughtUp
        )
          continue
        said = next
        yield next
      }
    },
    head: async () => places.upTo(await log.head()),
    truncate: (stream, before) => log.truncate(inside(stream), before),
    remove: (stream) => log.remove(inside(stream)),
    close: () => log.close(),
  }
}

type Places = ReturnType<typeof ownPlaces>

/** The positions of our own events, as far as anybody was told of them. */
function ownPlaces() {
  const known = new Set<bigint>()
  let ordered: bigint[] | undefined = []
  return {
    add(position: bigint) {
      if (!known.has(position)) ordered = undefined
      known.add(position)
    },
    /** The last of them that is not after a position; `beginning` when there is none. */
    upTo(position: bigint): bigint {
      ordered ??= [...known].sort((one, other) => (one < other ? -1 : 1))
      return ordered.findLast((place) => place <= position) ?? beginning
    },
  }
}
