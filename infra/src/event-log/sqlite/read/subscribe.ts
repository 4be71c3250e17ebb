import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch, SubscriptionOptions } from '../../event-log.ts'
import type { Reader, LogSlice } from './reader.ts'
import { adaptiveBatchSize, defaultBatchSize } from './read-events.ts'
import { LogReplaced, streamFilter } from '../../event-log.ts'
import { decodeStoredEvent } from './live-tail.ts'
import type { LiveTail } from './live-tail.ts'

/**
 * Reads the file until it has caught up, then follows the tail in memory; returns to the file whenever it falls
 * behind.
 */
export async function* subscribe(
  reader: Reader,
  tail: LiveTail,
  subscription: SubscriptionOptions,
  isClosed: () => boolean,
): AsyncGenerator<Batch> {
  const { seen, signal, batch = defaultBatchSize } = subscription
  const isWanted = streamFilter(subscription.streams)
  const size = adaptiveBatchSize(batch)
  let position = Number(subscription.after)
  let hasReportedCaughtUp = false
  const hasEnded = () => signal?.aborted === true || isClosed()

  function nextSlice(): LogSlice {
    const recent = tail.eventsAfter(position, batch)
    if (recent === undefined) {
      const slice = reader.readLog(position, tail.head(), size.rows(), isWanted)
      size.learn(slice.rows, slice.characters)
      return slice
    }
    const events = recent.filter(({ stream }) => isWanted(stream)).map(decodeStoredEvent)
    return { events, position: recent.at(-1)?.position ?? position, rows: recent.length, characters: 0 }
  }

  // Once is enough: the log fails when its file is replaced while it is open.
  if (seen !== undefined && reader.compareEvent(seen) === 'other') throw new LogReplaced(seen)
  signal?.addEventListener('abort', tail.wake)
  tail.addSubscriber()
  try {
    while (!hasEnded()) {
      if (position >= tail.head()) {
        if (hasReportedCaughtUp) await tail.waitForChange()
        else yield { events: [], position: BigInt(position), caughtUp: (hasReportedCaughtUp = true) }
        continue
      }
      const slice = nextSlice()
      position = slice.position
      const caughtUp = position >= tail.head()
      hasReportedCaughtUp ||= caughtUp
      yield { events: slice.events, position: BigInt(position), caughtUp }
      if (!caughtUp) await nextTurn()
    }
  } finally {
    signal?.removeEventListener('abort', tail.wake)
    tail.removeSubscriber()
  }
}
