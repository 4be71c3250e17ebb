import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordedEvent } from '../event-log.ts'
import { pace, usualBatch } from './pace.ts'
import type { HotStreams } from './hot-streams.ts'
import type { KnownStreams } from './known-streams.ts'
import type { Reader } from './reader.ts'
import { startsWithOneOf } from '../stream-prefixes.ts'
import type { LiveTail } from './tail.ts'

export type Range = { after: number; until?: number; streams?: readonly string[]; batch?: number }

/** The whole log in order, from the file. Lets the event loop turn between two batches. */
export async function* readRange(
  reader: Reader,
  tail: LiveTail,
  range: Range,
): AsyncGenerator<RecordedEvent[]> {
  // Not beyond what was acknowledged: a transaction is seen whole or not at all.
  const until = Math.min(range.until ?? tail.head(), tail.head())
  const wanted = startsWithOneOf(range.streams)
  const size = pace(range.batch ?? usualBatch)
  let position = range.after
  while (position < until) {
    const slice = reader.log(position, until, size.rows(), wanted)
    size.learn(slice.rows, slice.characters)
    position = slice.position
    if (slice.events.length > 0) yield slice.events
    if (position < until) await nextTurn()
  }
}

const streamSlice = 128

/** One stream, from memory or the file. Lets the event loop turn between two slices. */
export async function* readStream(
  { reader, hot, known }: { reader: Reader; hot: HotStreams; known: KnownStreams },
  stream: string,
  from: number,
): AsyncGenerator<RecordedEvent> {
  const kept = hot.find(stream)
  if (kept !== undefined) return yield* kept.slice(from)
  if (!known.mayHold(stream)) return
  const size = pace(streamSlice)
  let next = from
  for (;;) {
    const limit = size.rows()
    const { events, characters } = reader.stream(stream, next, limit)
    const isWhole = events.length < limit
    if (isWhole && next === 0) hot.keep(stream, events)
    yield* events
    if (isWhole) return
    size.learn(events.length, characters)
    next = (events.at(-1)?.revision ?? next) + 1
    await nextTurn()
  }
}
