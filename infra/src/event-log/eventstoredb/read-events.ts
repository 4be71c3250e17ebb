// Receives the events of a call, and reads single streams and the end of the log; `read-log.ts` reads the whole log.

import { LogUnavailable, beginning, type RecordedEvent } from '../event-log.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { ReadBuffer } from './read-buffer.ts'
import { decodeEvent, isSystemStream, positionOf } from './event-encoding.ts'
import { withRetries, retries, toLogUnavailable, type EventStoreContext } from './retry.ts'
import { isStreamNotFound, TimeoutError } from './error-kinds.ts'

/**
 * Yields all events of a call until it ends. Throws a `TimeoutError` when no event arrives for `limitMs()`
 * milliseconds, asked anew for each event.
 */
export async function* receiveEvents(
  buffer: ReadBuffer,
  { connection: { deadline }, closing }: Pick<EventStoreContext, 'connection' | 'closing'>,
  limitMs = () => deadline,
): AsyncGenerator<ResolvedEvent> {
  try {
    for (;;) {
      const resolved = buffer.read()
      if (resolved !== null) yield resolved
      else if (buffer.hasEnded()) return
      else {
        const timeoutMs = limitMs()
        if (await buffer.waitForChange(timeoutMs, closing)) continue
        if (closing.aborted) throw new LogUnavailable('The event log is closed.')
        throw new TimeoutError(`Nothing was read within ${timeoutMs} milliseconds.`)
      }
    }
  } finally {
    buffer.close()
  }
}

/** Reads one stream from a revision on. Continues where it was when the store comes back in time. */
export async function* readStream(
  context: EventStoreContext,
  stream: string,
  from: number,
): AsyncGenerator<RecordedEvent> {
  const attempts = retries(context, 'read')
  let next = from
  for (;;) {
    try {
      const buffer = context.connection.readStream(stream, { from: BigInt(next) })
      for await (const resolved of receiveEvents(buffer, context, attempts.limitMs)) {
        if (resolved.event === undefined) continue
        const event = decodeEvent(resolved.event, positionOf(resolved))
        yield event
        next = event.revision + 1
        attempts.reset()
      }
      return
    } catch (error) {
      if (isStreamNotFound(error)) return
      if (!(await attempts.waitForNext(error))) throw toLogUnavailable(error)
    }
  }
}

/** Returns the position of the newest event that is not the store's own; `beginning` when there is none. */
export function readHead(context: EventStoreContext): Promise<bigint> {
  return withRetries(context, 'read', async (limitMs) => {
    // The newest event is usually ours. If it is not, read backwards up to the newest of ours.
    for (const count of [1, Number.MAX_SAFE_INTEGER]) {
      const buffer = context.connection.readAll({ before: 'end', count })
      for await (const resolved of receiveEvents(buffer, context, () => limitMs))
        if (resolved.event !== undefined && !isSystemStream(resolved.event.streamId))
          return positionOf(resolved)
    }
    return beginning
  })
}
