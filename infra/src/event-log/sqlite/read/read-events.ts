import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordedEvent } from '../../event-log.ts'
import type { StreamCache } from './stream-cache.ts'
import type { StreamBloomFilter } from './stream-bloom-filter.ts'
import type { Reader } from './reader.ts'
import { streamFilter } from '../../event-log.ts'
import type { LiveTail } from './live-tail.ts'

export type ReadRange = { after: number; until?: number; streams?: readonly string[]; batch?: number }

/** The whole log in order, from the file. Lets the event loop turn between two batches. */
export async function* readRange(
  reader: Reader,
  tail: LiveTail,
  range: ReadRange,
): AsyncGenerator<RecordedEvent[]> {
  // Not beyond what was acknowledged: a transaction is seen whole or not at all.
  const until = Math.min(range.until ?? tail.head(), tail.head())
  const wanted = streamFilter(range.streams)
  const size = adaptiveBatchSize(range.batch ?? defaultBatchSize)
  let position = range.after
  while (position < until) {
    const slice = reader.readLog(position, until, size.rows(), wanted)
    size.learn(slice.rows, slice.characters)
    position = slice.position
    if (slice.events.length > 0) yield slice.events
    if (position < until) await nextTurn()
  }
}

const streamSlice = 128

/** One stream, from memory or the file. Lets the event loop turn between two slices. */
export async function* readStream(
  { reader, hot, known }: { reader: Reader; hot: StreamCache; known: StreamBloomFilter },
  stream: string,
  from: number,
): AsyncGenerator<RecordedEvent> {
  const kept = hot.find(stream)
  if (kept !== undefined) return yield* kept.slice(from)
  if (!known.mightContain(stream)) return
  const size = adaptiveBatchSize(streamSlice)
  let next = from
  for (;;) {
    const limit = size.rows()
    const { events, characters } = reader.readStream(stream, next, limit)
    const isWhole = events.length < limit
    if (isWhole && next === 0) hot.store(stream, events)
    yield* events
    if (isWhole) return
    size.learn(events.length, characters)
    next = (events.at(-1)?.revision ?? next) + 1
    await nextTurn()
  }
}

/** Most events in a batch, unless asked for otherwise. */
export const defaultBatchSize = 512

const firstRows = 32

/** Characters of JSON that are read and parsed in about a millisecond. */
const target = 200_000

/** How many rows to read at once, so that the event loop is not held up, be the events small or large. */
export function adaptiveBatchSize(most: number) {
  let rows = Math.min(most, firstRows)
  return {
    rows: () => rows,
    /** The last `read` rows had so many characters. */
    learn(read: number, characters: number) {
      const fitting = Math.floor(target / (characters / Math.max(read, 1) + 1))
      rows = Math.max(1, Math.min(most, fitting))
    },
  }
}
