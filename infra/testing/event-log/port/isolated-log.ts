import { randomUUID } from 'node:crypto'
import { VersionConflict, beginning } from '@thirty/infra/event-log/event-log.ts'
import type { Batch, EventLog, RecordedEvent, SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import type { LogUnderTest } from './test-events.ts'

/**
 * Returns an isolated part of a log that others write to at the same time, such as a server that many specs share:
 * its streams have a prefix, and it knows only the positions of its own events.
 */
export async function isolatedLog(open: () => Promise<EventLog>): Promise<LogUnderTest> {
  const prefix = `spec-${randomUUID()}-`
  const log = await open()
  const isolation = { prefix, start: await log.head(), ownPositions: trackPositions() }
  return { log: isolate(log, isolation), reopen: async () => isolate(await open(), isolation) }
}

type Isolation = { prefix: string; start: bigint; ownPositions: OwnPositions }

function isolate(log: EventLog, { prefix, start, ownPositions }: Isolation): EventLog {
  const withPrefix = (stream: string) => prefix + stream
  const prefixes = (streams: readonly string[] | undefined) => (streams ?? ['']).map(withPrefix)
  const seenInLog = (seen: SeenEvent | undefined) =>
    seen && { seen: { ...seen, stream: withPrefix(seen.stream) } }
  const later = (position: bigint) => (position < start ? start : position)

  function toOwnEvent(event: RecordedEvent): RecordedEvent {
    ownPositions.add(event.position)
    return { ...event, stream: event.stream.slice(prefix.length) }
  }

  return {
    ...log,
    async append(stream, events, expected) {
      try {
        const appended = await log.append(stream && withPrefix(stream), events, expected)
        ownPositions.add(appended.position)
        return appended
      } catch (error) {
        if (error instanceof VersionConflict) throw new VersionConflict(stream, expected, error.actual)
        throw error
      }
    },
    async *read(stream, from) {
      for await (const event of log.read(withPrefix(stream), from)) yield toOwnEvent(event)
    },
    async *readAll({ after = beginning, seen, streams, ...range } = {}) {
      const wanted = { ...range, ...seenInLog(seen), after: later(after), streams: prefixes(streams) }
      for await (const events of log.readAll(wanted)) yield events.map(toOwnEvent)
    },
    async *readBackwards(range) {
      if (range?.before !== undefined && range.before <= start) return
      for await (const batch of log.readBackwards(range)) {
        const own = batch.events.filter(({ stream }) => stream.startsWith(prefix))
        yield { ...batch, events: own.map(toOwnEvent) }
        if (batch.position <= start) return
      }
    },
    async *subscribe({ after, streams, seen, ...options }) {
      let lastBatch: Batch | undefined
      const source = log.subscribe({
        ...options,
        after: later(after),
        streams: prefixes(streams),
        ...seenInLog(seen),
      })
      for await (const batch of source) {
        const events = batch.events.map(toOwnEvent)
        const last = events.at(-1)?.position ?? beginning
        const until = ownPositions.upTo(batch.position)
        const next = { events, position: last > until ? last : until, caughtUp: batch.caughtUp }
        // Other specs wrote events, but this part has not changed.
        if (
          lastBatch !== undefined &&
          events.length === 0 &&
          next.position === lastBatch.position &&
          next.caughtUp === lastBatch.caughtUp
        )
          continue
        lastBatch = next
        yield next
      }
    },
    head: async () => ownPositions.upTo(await log.head()),
    compareEvent: (event) => log.compareEvent({ ...event, stream: withPrefix(event.stream) }),
    truncate: (stream, before, options) => log.truncate(withPrefix(stream), before, options),
    remove: (stream) => log.remove(withPrefix(stream)),
  }
}

type OwnPositions = ReturnType<typeof trackPositions>

/** The known positions of our own events. */
function trackPositions() {
  const known = new Set<bigint>()
  let ordered: bigint[] | undefined = []
  return {
    add(position: bigint) {
      if (!known.has(position)) ordered = undefined
      known.add(position)
    },
    /** Returns the last known position up to this one; `beginning` when there is none. */
    upTo(position: bigint): bigint {
      ordered ??= [...known].sort((a, b) => (a < b ? -1 : 1))
      return ordered.findLast((own) => own <= position) ?? beginning
    },
  }
}
