import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch, SubscriptionOptions } from '../../event-log.ts'
import type { Reader } from './reader.ts'
import { adaptiveBatchSize, defaultBatchSize } from './read-events.ts'
import { LogReplaced, streamFilter } from '../../event-log.ts'
import type { LogEnd } from './log-end.ts'

/** Reads the file, and follows it as events are acknowledged. */
export async function* subscribe(
  reader: Reader,
  end: LogEnd,
  subscription: SubscriptionOptions,
  isClosed: () => boolean,
): AsyncGenerator<Batch> {
  const { seen, signal, batch = defaultBatchSize } = subscription
  const isWanted = streamFilter(subscription.streams)
  const size = adaptiveBatchSize(batch)
  let position = Number(subscription.after)
  let hasReportedCaughtUp = false
  const hasEnded = () => signal?.aborted === true || isClosed()

  // Once is enough: the log fails when its file is replaced while it is open.
  if (seen !== undefined && reader.compareEvent(seen) === 'other') throw new LogReplaced(seen)
  signal?.addEventListener('abort', end.wake)
  try {
    while (!hasEnded()) {
      if (position >= end.position()) {
        if (hasReportedCaughtUp) await end.waitForChange()
        else yield { events: [], position: BigInt(position), caughtUp: (hasReportedCaughtUp = true) }
        continue
      }
      const slice = reader.readLog(position, end.position(), size.rows(), isWanted)
      size.learn(slice.rows, slice.characters)
      position = slice.position
      const caughtUp = position >= end.position()
      hasReportedCaughtUp ||= caughtUp
      yield { events: slice.events, position: BigInt(position), caughtUp }
      if (!caughtUp) await nextTurn()
    }
  } finally {
    signal?.removeEventListener('abort', end.wake)
  }
}
