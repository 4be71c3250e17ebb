// Reads the whole log, forwards and backwards, without erased events; `read-events.ts` reads single streams.

import { LogReplaced, beginning, streamFilter } from '../event-log.ts'
import type { BackwardBatch, BackwardRange, ReadRange, RecordedEvent } from '../event-log.ts'
import { requireSameLog } from './compare-event.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { LogContext } from './erased-streams.ts'
import type { EventStoreEvent } from './event-encoding.ts'
import { decodeEvent, isSystemStream, isTombstone, positionOf, toSeenEvent } from './event-encoding.ts'
import { readHead } from './read-events.ts'
import { continued } from './retry.ts'

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
