import type { AppendResult } from '../event-log.ts'
import type { AppendRequest } from './send-append.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import type { EventStoreContext } from './retry.ts'

/** Short, because the caller has already waited for the append itself. */
const limitMs = () => 500

/**
 * Searches the stream for the events of an append of unknown outcome: all of them, in order, after the expected
 * revision. Returns `undefined` when they are not there.
 */
export async function findAppend(
  context: EventStoreContext,
  { stream, events, expected }: AppendRequest,
): Promise<AppendResult | undefined> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const from = BigInt(expected === 'none' ? 0 : expected + 1)
  let matched = 0
  try {
    const buffer = context.connection.readStream(stream, { from })
    for await (const resolved of receiveEvents(buffer, context, limitMs)) {
      if (resolved.event?.id !== ids[matched]) break
      if (++matched === ids.length)
        return { revision: Number(resolved.event?.revision), position: positionOf(resolved) }
    }
  } catch (error) {
    if (!isMissingOrRemoved(error)) throw error
  }
  return undefined
}
