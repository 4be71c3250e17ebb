// Caches recently read short streams and adds acknowledged events to them: some streams are read by every decision, and others by many
// users at the same time. Readers share the events.

import { LRUCache } from 'lru-cache'
import { entriesUpTo } from '../../../entries-up-to.ts'
import type { RecordedEvent } from '../../event-log.ts'
import { decodeEvent } from '../stored-event.ts'

/** An event as it is stored. */
export type StoredEvent = { position: number; revision: number; stream: string; record: string }

const maxStreams = 1_000
const maxEvents = 64

export function streamCache() {
  const streams = new LRUCache<string, RecordedEvent[]>(entriesUpTo(maxStreams))
  /** Names without events, in a separate cache: there are so many that they would evict streams that are read often. */
  const empty = new LRUCache<string, true>(entriesUpTo(maxStreams))
  return {
    /** Returns all events of a stream; `undefined` when it is not cached. */
    find: (stream: string): readonly RecordedEvent[] | undefined =>
      streams.get(stream) ?? (empty.get(stream) && []),
    /** Caches a stream as it was read from the file, unless its first events were erased. */
    store(stream: string, events: readonly RecordedEvent[]) {
      if (events.length === 0) empty.set(stream, true)
      if (events.length > maxEvents || events[0]?.revision !== 0) return
      streams.set(stream, [...events])
    },
    /** Adds an acknowledged event, unless the stream was read from the file after the event was stored. */
    append({ stream, record, revision, position }: StoredEvent) {
      empty.delete(stream)
      const events = streams.peek(stream)
      if (events === undefined || revision < events.length) return
      if (revision === events.length && events.length < maxEvents)
        events.push(decodeEvent(record, stream, revision, position))
      else streams.delete(stream)
    },
    clear() {
      streams.clear()
      empty.clear()
    },
  }
}

export type StreamCache = ReturnType<typeof streamCache>
