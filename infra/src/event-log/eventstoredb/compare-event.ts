import { LogReplaced, LogUnavailable, beginning, type EventComparison, type SeenEvent } from '../event-log.ts'
import type { LogContext } from './erased-streams.ts'
import { positionOf } from './event-encoding.ts'
import { readHead } from './read-events.ts'
import { withRetries, type EventStoreContext } from './retry.ts'

/**
 * Compares an event that was read earlier with the one at its position now. After a scavenge an erased event is missing,
 * like an event that the log never had; the record of erasures, or the stream of the event, tells them apart.
 */
export async function compareEvent(context: LogContext, seen: SeenEvent): Promise<EventComparison> {
  await context.erased.refresh()
  const id = await idAt(context, seen.position)
  if (id !== undefined) return id === seen.id ? 'same' : 'other'
  if (context.erased.hasErased(seen.stream, seen.revision)) return 'erased'
  return (await isTruncated(context, seen)) ? 'erased' : 'other'
}

/**
 * Whether the stream of an event begins after it. No record of erasures names a stream whose name was to be forgotten: the
 * stream itself shows it, because its last event stays.
 */
function isTruncated(context: EventStoreContext, { stream, revision }: SeenEvent): Promise<boolean> {
  return withRetries(context, 'read', async () => {
    for await (const { event } of context.connection.readStream(stream, { from: BigInt(revision) }))
      if (event !== undefined) return event.revision > revision
    return false
  })
}

/**
 * Throws `LogReplaced` if the log no longer has an event that was read earlier, or ends before the position up to which
 * it was read. Erasures do not shorten the log, because each is recorded at its end.
 */
export async function requireSameLog(
  context: LogContext,
  { seen, position }: { seen: SeenEvent | undefined; position: bigint },
): Promise<void> {
  if (position !== beginning && (await readHead(context)) < position) throw new LogReplaced({ position })
  if (seen !== undefined && (await compareEvent(context, seen)) === 'other') throw new LogReplaced(seen)
}

/** Returns the id of the event at a position; `undefined` when there is none. */
async function idAt(context: EventStoreContext, position: bigint): Promise<string | undefined> {
  for (let attempt = 0; attempt < 2; attempt++)
    try {
      return await withRetries(context, 'read', async () => {
        // A store from which the event is missing returns the next one.
        for await (const resolved of context.connection.readAll({ from: position, count: 1 }))
          return positionOf(resolved) === position ? resolved.event?.id : undefined
        return undefined
      })
    } catch (error) {
      if (!isRefused(error)) throw error
      // Without a leader a node refuses every read, so this throws or waits for one.
      await readHead(context)
    }
  // A store that answers, but not at this position, has no event that begins there.
  return undefined
}

/** Codes of gRPC: unknown, invalid argument, out of range, internal. The store was reached. */
const refusals = [2, 3, 11, 13]

const isRefused = (error: unknown) =>
  error instanceof LogUnavailable &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  refusals.includes(Number(error.cause.code))
