import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../../../entries-up-to.ts'
import type { RecordedEvent } from '../../event-log.ts'
import { decodeStoredEvent } from './live-tail.ts'
import type { StoredEvent } from './live-tail.ts'

const maxStreams = 1_000
const maxEvents = 64

/**
 * Caches recently read short streams and adds acknowledged events to them: some streams are read by every decision, and
 * others by many users at the same time. Readers share the events.
 */
export function streamCache() {
  const streams = new LRUCache<string, RecordedEvent[]>(entriesUpTo(maxStreams))
  return {
    /** Returns all events of a stream; `undefined` when it is not cached. */
    find: (stream: string): readonly RecordedEvent[] | undefined => streams.get(stream),
    /** Caches a stream as it was read from the file, unless its first events were erased. */
    store(stream: string, events: readonly RecordedEvent[]) {
      if (events.length > maxEvents || (events[0]?.revision ?? 0) > 0) return
      streams.set(stream, [...events])
    },
    /** Adds an acknowledged event, unless the stream was read from the file after the event was stored. */
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
