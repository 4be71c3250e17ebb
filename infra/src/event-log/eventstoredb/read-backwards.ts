import type { BackwardBatch, RecordedEvent } from '../event-log.ts'
import type { ErasedStreams } from './erased-streams.ts'
import { positionOf } from './event-encoding.ts'
import { readHead, receiveEvents } from './read-events.ts'
import { visibleEvent } from './read-log.ts'
import { retries, toLogUnavailable } from './retry.ts'
import type { EventStoreContext } from './retry.ts'

type BackwardRead = { before?: bigint; types?: ReadonlySet<string>; batch: number }

/** Reads the whole log backwards. Continues where it was when the store comes back in time. */
export async function* readBackwards(
  context: EventStoreContext,
  erased: ErasedStreams,
  { before, types, batch }: BackwardRead,
): AsyncGenerator<BackwardBatch> {
  const attempts = retries(context, 'read')
  await erased.refresh()
  // The store refuses to read from a place that it does not have.
  const newest = await readHead(context)
  let position = before === undefined || before > newest ? newest + 1n : before
  let from: bigint | 'end' = before === undefined || before > newest ? 'end' : before
  let events: RecordedEvent[] = []
  let scanned = 0
  for (;;) {
    try {
      for await (const resolved of receiveEvents(context.connection.readAll({ before: from }), context)) {
        const eventPosition = positionOf(resolved)
        // Of events that are newer than the read, and of the event at its start.
        if (eventPosition >= position) continue
        position = from = eventPosition
        attempts.reset()
        scanned += 1
        if (types === undefined || (resolved.event !== undefined && types.has(resolved.event.type))) {
          const event = visibleEvent(resolved, eventPosition, () => true, erased)
          if (event !== undefined) events.push(event)
        }
        if (scanned < batch) continue
        yield { events, position, scanned }
        events = []
        scanned = 0
        await erased.refreshIfStale()
      }
      break
    } catch (error) {
      if (!(await attempts.waitForNext(error))) throw toLogUnavailable(error)
    }
  }
  if (scanned > 0) yield { events, position, scanned }
}
