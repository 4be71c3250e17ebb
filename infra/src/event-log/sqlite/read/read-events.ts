// Reads the embedded log: all of it in both directions, one stream, and new events as they are acknowledged.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  BackwardBatch,
  BackwardRange,
  Batch,
  EventLog,
  ReadRange,
  RecordedEvent,
  SeenEvent,
  SubscriptionOptions,
} from '../../event-log.ts'
import { Wakeup } from '../../../scheduler.ts'
import type { StreamCache } from './stream-cache.ts'
import { openReader, SliceSize, type Reader } from './reader.ts'
import { LogReplaced, beginning, streamFilter } from '../../event-log.ts'

/** The newest acknowledged event: readers go no further, and subscribers wait for it to move. */
export class LogEnd extends Wakeup {
  position = Number(beginning)
}

/** Reads the whole log in order from the file. Yields to the event loop between batches. */
export async function* readRange(
  reader: Reader,
  end: LogEnd,
  { after = beginning, seen, until, streams, batch = defaultBatchSize }: ReadRange = {},
): AsyncGenerator<RecordedEvent[]> {
  requireSameLog(reader, end, { after, seen })
  // Not beyond the last acknowledged event: a reader sees all of a transaction or nothing.
  const last = Math.min(until === undefined ? Infinity : Number(until), end.position)
  const isWanted = streamFilter(streams)
  const size = new SliceSize(batch)
  let position = Number(after)
  while (position < last) {
    const slice = reader.readLog(position, last, size, isWanted)
    position = slice.position
    if (slice.events.length > 0) yield slice.events
    if (position < last) await nextTurn()
  }
}

/** Throws `LogReplaced` if the log ends before a reader's position, or does not have an event that the reader has seen. */
function requireSameLog(
  reader: Reader,
  end: LogEnd,
  { after, seen }: { after: bigint; seen?: SeenEvent | undefined },
): void {
  if (end.position < Number(after)) throw new LogReplaced({ position: after })
  if (seen !== undefined && reader.compareEvent(seen) === 'other') throw new LogReplaced(seen)
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
  const size = new SliceSize(maxSliceRows)
  let next = from
  for (;;) {
    const { events, isLast } = reader.readStream(stream, next, size)
    if (isLast && next === 0) cache.store(stream, events)
    yield* events
    if (isLast) return
    next = (events.at(-1)?.revision ?? next) + 1
    await nextTurn()
  }
}

/** Reads the log backwards from the file. Yields to the event loop between batches. */
export async function* readBackwards(
  reader: Reader,
  logEnd: LogEnd,
  { before, types, batch = defaultBatchSize }: BackwardRange,
): AsyncGenerator<BackwardBatch> {
  const wanted = types === undefined ? null : ` ${types.join(' ')} `
  // Not beyond the last acknowledged event. The first position is 1, and positions have no gaps.
  const end = logEnd.position + 1
  let position = before === undefined || before > end ? end : Number(before)
  while (position > 1) {
    const from = Math.max(1, position - batch)
    const events = reader.readBackwards(position, from, wanted)
    const scanned = position - from
    position = from
    yield { events, position: BigInt(position), scanned }
    if (position > 1) await nextTurn()
  }
}

/** Reads the file, and follows it as events are acknowledged. */
export async function* subscribe(
  reader: Reader,
  end: LogEnd,
  subscription: SubscriptionOptions,
): AsyncGenerator<Batch> {
  const { after, signal, batch = defaultBatchSize } = subscription
  const isWanted = streamFilter(subscription.streams)
  const size = new SliceSize(batch)
  let position = Number(after)
  let hasReportedCaughtUp = false
  const hasEnded = () => signal?.aborted === true || !reader.isOpen()

  // Once is enough: the log fails when its file is replaced while it is open.
  requireSameLog(reader, end, subscription)
  const wake = () => end.notify()
  signal?.addEventListener('abort', wake)
  try {
    while (!hasEnded()) {
      if (position >= end.position) {
        if (hasReportedCaughtUp) await end.wait()
        else yield { events: [], position: BigInt(position), caughtUp: (hasReportedCaughtUp = true) }
        continue
      }
      const slice = reader.readLog(position, end.position, size, isWanted)
      position = slice.position
      const caughtUp = position >= end.position
      hasReportedCaughtUp ||= caughtUp
      yield { events: slice.events, position: BigInt(position), caughtUp }
      if (!caughtUp) await nextTurn()
    }
  } finally {
    signal?.removeEventListener('abort', wake)
  }
}

/** Opens the embedded log of a folder for reading, while another process may write to it. Throws an Error when there is no log. */
export function openReadOnlyLog(folder: string): Pick<EventLog, 'readAll'> & { close(): void } {
  const reader = openReader(folder)
  const end = new LogEnd()
  end.position = Number.MAX_SAFE_INTEGER
  return { readAll: (range) => readRange(reader, end, range), close: reader.close }
}

/** Default for the maximum number of events in a batch. Reading this many backwards takes about a millisecond if few are wanted. */
const defaultBatchSize = 512
