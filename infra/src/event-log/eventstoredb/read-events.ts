import { LogUnavailable, beginning } from '../event-log.ts'
import type { RecordedEvent } from '../event-log.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { ReadBuffer } from './read-buffer.ts'
import { decodeEvent, isSystemStream, positionOf } from './event-encoding.ts'
import { withRetries, retries, toLogUnavailable } from './retry.ts'
import type { EventStoreContext } from './retry.ts'
import { TimeoutError, classifyError } from './error-kinds.ts'

/** Everything that arrives on a call, until it ends. Throws when nothing comes for longer than `within` milliseconds. */
export async function* receiveEvents(
  inbox: ReadBuffer,
  { connection: { deadline }, closing }: Pick<EventStoreContext, 'connection' | 'closing'>,
  within = deadline,
): AsyncGenerator<ResolvedEvent> {
  try {
    for (;;) {
      const resolved = inbox.read()
      if (resolved !== null) yield resolved
      else if (inbox.hasEnded()) return
      else if (!(await inbox.waitForChange(within, closing))) {
        if (closing.aborted) throw new LogUnavailable('The event log is closed.')
        throw new TimeoutError(`Nothing was read within ${within} milliseconds.`)
      }
    }
  } finally {
    inbox.close()
  }
}

/** One stream from a revision on. Goes on where it was when the store comes back in time. */
export async function* readStream(
  parts: EventStoreContext,
  stream: string,
  from: number,
): AsyncGenerator<RecordedEvent> {
  const tried = retries(parts, 'read')
  let next = from
  for (;;) {
    try {
      for await (const resolved of receiveEvents(
        parts.connection.readStream(stream, { from: BigInt(next) }),
        parts,
      )) {
        if (resolved.event === undefined) continue
        const event = decodeEvent(resolved.event, positionOf(resolved))
        yield event
        next = event.revision + 1
        tried.reset()
      }
      return
    } catch (error) {
      if (isMissingOrRemoved(error)) return
      if (!(await tried.waitForNext(error))) throw toLogUnavailable(error)
    }
  }
}

/** Nobody ever wrote to the stream, or it was forgotten. */
export const isMissingOrRemoved = (error: unknown) => ['missing', 'removed'].includes(classifyError(error))

/** Position of the newest event that is not the store's own; `beginning` when there is none. */
export function readHead(parts: EventStoreContext): Promise<bigint> {
  return withRetries(parts, 'read', async () => {
    // Mostly the newest one is ours already; otherwise the log is read backwards until one is.
    for (const newest of [1, Number.MAX_SAFE_INTEGER])
      for await (const resolved of receiveEvents(parts.connection.readAll({ newest }), parts))
        if (resolved.event !== undefined && !isSystemStream(resolved.event.streamId))
          return positionOf(resolved)
    return beginning
  })
}
