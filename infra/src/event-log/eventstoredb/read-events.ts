// Reads single streams and the end of the log; `read-log.ts` reads the whole log.

import { beginning } from '../event-log.ts'
import { decodeEvent, isSystemStream, positionOf } from './event-encoding.ts'
import { continued, withRetries, type EventStoreContext } from './retry.ts'

/** Reads one stream from a revision on. Continues where it was when the store comes back in time. */
export async function* readStream(context: EventStoreContext, stream: string, from: number) {
  let next = from
  const read = (limitMs: () => number) =>
    context.connection.readStream(stream, { from: BigInt(next) }, limitMs)
  for await (const resolved of continued(context, read)) {
    if (resolved.event === undefined) continue
    const event = decodeEvent(resolved.event, positionOf(resolved))
    next = event.revision + 1
    yield event
  }
}

/** Returns the position of the newest event that is not the store's own; `beginning` when there is none. */
export function readHead(context: EventStoreContext): Promise<bigint> {
  return withRetries(context, 'read', async (limitMs) => {
    // The newest event is usually ours. If it is not, read backwards up to the newest of ours.
    for (const count of [1, Number.MAX_SAFE_INTEGER]) {
      const part = { before: 'end', count } as const
      for await (const resolved of context.connection.readAll(part, () => limitMs))
        if (resolved.event !== undefined && !isSystemStream(resolved.event.streamId))
          return positionOf(resolved)
    }
    return beginning
  })
}
