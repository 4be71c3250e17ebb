// Reads the whole log, forwards and backwards, without erased events, and compares it with what was read earlier; `read-events.ts` reads
// single streams.

import type { ResolvedEvent } from '@eventstore/db-client'
import {
  beginning,
  LogReplaced,
  LogUnavailable,
  streamFilter,
  type BackwardBatch,
  type BackwardRange,
  type EventComparison,
  type ReadRange,
  type RecordedEvent,
  type SeenEvent,
} from '../event-log.ts'
import type { LogContext } from './erased-streams.ts'
import {
  decodeEvent,
  isSystemStream,
  isTombstone,
  positionOf,
  toSeenEvent,
  type EventStoreEvent,
} from './event-encoding.ts'
import { readHead } from './read-events.ts'
import { continued, withRetries, type EventStoreContext } from './retry.ts'

export const defaultBatchSize = 512

/**
 * Reads the whole log in order, up to its end at the time of the call. Continues where it was when the store comes
 * back in time. Throws `LogReplaced` if it came back with an older copy, or ends before `after`.
 */
export async function* readLog(
  context: LogContext,
  { after = beginning, seen, until: requestedUntil, streams, batch = defaultBatchSize }: ReadRange = {},
): AsyncGenerator<RecordedEvent[]> {
  const isWanted = streamFilter(streams)
  await context.erased.refresh()
  const newest = await readHead(context)
  if (newest < after) throw new LogReplaced({ position: after })
  const until = requestedUntil === undefined || requestedUntil > newest ? newest : requestedUntil
  let position = after
  let lastRead: EventStoreEvent | undefined
  let events: RecordedEvent[] = []
  async function* read() {
    if (position >= until) return
    // Before every attempt: the store may have come back with an older copy.
    const last = lastRead === undefined ? seen : toSeenEvent(lastRead, position)
    await requireSameLog(context, { seen: last, position })
    const from = position === beginning ? 'start' : position
    // The store's range includes its start; ours does not.
    for await (const resolved of context.connection.readAll({ from }))
      if (positionOf(resolved) > position) yield resolved
  }
  for await (const resolved of continued(context, read)) {
    if (positionOf(resolved) > until) break
    position = positionOf(resolved)
    lastRead = resolved.event
    const event = visibleEvent(context, resolved, isWanted)
    if (event === undefined || events.push(event) < batch) continue
    yield events
    events = []
    await context.erased.refreshIfStale()
  }
  if (events.length > 0) yield events
}

/** Returns the decoded event unless it is erased, unwanted or the store's own. */
export function visibleEvent(
  { erased }: LogContext,
  resolved: ResolvedEvent,
  isWanted?: (stream: string) => boolean,
): RecordedEvent | undefined {
  const { event } = resolved
  if (event === undefined || isWanted?.(event.streamId) === false || isSystemStream(event.streamId))
    return undefined
  if (isTombstone(event) || erased.hides(event.streamId, event.revision)) return undefined
  return decodeEvent(event, positionOf(resolved))
}

/** Reads the whole log backwards. Continues where it was when the store comes back in time. */
export async function* readBackwards(
  context: LogContext,
  { before, types, batch = defaultBatchSize }: BackwardRange = {},
): AsyncGenerator<BackwardBatch> {
  const wanted = types && new Set(types)
  await context.erased.refresh()
  // The store refuses to read from a place that it does not have.
  const newest = await readHead(context)
  let position = before === undefined || before > newest ? newest + 1n : before
  let from: bigint | 'end' = before === undefined || before > newest ? 'end' : before
  let events: RecordedEvent[] = []
  let scanned = 0
  async function* read() {
    // Without events that are newer than the read, and the event at its start.
    for await (const resolved of context.connection.readAll({ before: from }))
      if (positionOf(resolved) < position) yield resolved
  }
  for await (const resolved of continued(context, read)) {
    position = from = positionOf(resolved)
    scanned += 1
    if (wanted === undefined || (resolved.event !== undefined && wanted.has(resolved.event.type))) {
      const event = visibleEvent(context, resolved)
      if (event !== undefined) events.push(event)
    }
    if (scanned < batch) continue
    yield { events, position, scanned }
    events = []
    scanned = 0
    await context.erased.refreshIfStale()
  }
  if (scanned > 0) yield { events, position, scanned }
}

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
