import { LRUCache } from 'lru-cache'
import type { RecordedEvent } from '../../event-log.ts'
import { decodeStoredEvent } from './live-tail.ts'
import type { StoredEvent } from './live-tail.ts'

const maxStreams = 1_000
const maxEvents = 64

/**
 * Short streams that were read not long ago, in memory: whatever is appended to one is added when it is acknowledged.
 * Every decision asks which run is on, and a project is rated by many at once. Readers share the events.
 */
export function streamCache() {
  const streams = new LRUCache<string, RecordedEvent[]>({ max: maxStreams })
  return {
    /** All events of a stream; `undefined` for one that has to be read from the file. */
    find: (stream: string): readonly RecordedEvent[] | undefined => streams.get(stream),
    /** Remembers a stream as the file has it now, unless its beginning was forgotten. */
    store(stream: string, events: readonly RecordedEvent[]) {
      if (events.length > maxEvents || (events[0]?.revision ?? 0) > 0) return
      streams.set(stream, [...events])
    },
    /** Takes an acknowledged event; one that the file already had is known. */
    append(event: StoredEvent) {
      const events = streams.peek(event.stream)
      if (events === undefined || event.revision < events.length) return
      if (event.revision === events.length && events.length < maxEvents) events.push(decodeStoredEvent(event))
      else streams.delete(event.stream)
    },
    clear: () => streams.clear(),
  }
}

export type StreamCache = ReturnType<typeof streamCache>
