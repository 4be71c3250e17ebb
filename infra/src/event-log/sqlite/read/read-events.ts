import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordedEvent, SeenEvent } from '../../event-log.ts'
import type { StreamCache } from './stream-cache.ts'
import type { Reader } from './reader.ts'
import { LogReplaced, streamFilter } from '../../event-log.ts'
import type { LogEnd } from './log-end.ts'

export type ReadRange = {
  after: number
  seen?: SeenEvent
  until?: number
  streams?: readonly string[]
  batch?: number
}

/** Reads the whole log in order from the file. Yields to the event loop between batches. */
export async function* readRange(
  reader: Reader,
  end: LogEnd,
  range: ReadRange,
): AsyncGenerator<RecordedEvent[]> {
  if (range.seen !== undefined && reader.compareEvent(range.seen) === 'other')
    throw new LogReplaced(range.seen)
  // Not beyond the last acknowledged event: a reader sees all of a transaction or nothing.
  const until = Math.min(range.until ?? Infinity, end.position())
  const isWanted = streamFilter(range.streams)
  const size = adaptiveBatchSize(range.batch ?? defaultBatchSize)
  let position = range.after
  while (position < until) {
    const slice = reader.readLog(position, until, size.rows(), isWanted)
    size.learn(slice.rows, slice.characters)
    position = slice.position
    if (slice.events.length > 0) yield slice.events
    if (position < until) await nextTurn()
  }
}

const maxSliceRows = 128

/** Reads one stream, from memory or from the file. Yields to the event loop between slices. */
export async function* readStream(
  reader: Reader,
  cache: StreamCache,
  stream: string,
  from: number,
): AsyncGenerator<RecordedEvent> {
  const cached = cache.find(stream)
  if (cached !== undefined) return yield* cached.slice(from)
  const size = adaptiveBatchSize(maxSliceRows)
  let next = from
  for (;;) {
    const limit = size.rows()
    const { events, characters } = reader.readStream(stream, next, limit)
    const isLast = events.length < limit
    if (isLast && next === 0) cache.store(stream, events)
    yield* events
    if (isLast) return
    size.learn(events.length, characters)
    next = (events.at(-1)?.revision ?? next) + 1
    await nextTurn()
  }
}

/** Default for the maximum number of events in a batch. */
export const defaultBatchSize = 512

const initialRows = 32

/** JSON of this length is read and parsed in about a millisecond. */
const charactersPerBatch = 200_000

/** Adapts the number of rows per read to the size of events, so that a read does not block the event loop for long. */
export function adaptiveBatchSize(maxRows: number) {
  let rows = Math.min(maxRows, initialRows)
  return {
    rows: () => rows,
    /** Learns from the last read: `read` rows with this many characters. */
    learn(read: number, characters: number) {
      const fittingRows = Math.floor(charactersPerBatch / (characters / Math.max(read, 1) + 1))
      rows = Math.max(1, Math.min(maxRows, fittingRows))
    },
  }
}
