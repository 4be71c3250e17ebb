import { beginning } from '../event-log.ts'
import type { RecordedEvent } from '../event-log.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { ErasedStreams } from './erased-streams.ts'
import { decodeEvent, isSystemStream, isTombstone, positionOf } from './event-encoding.ts'
import { readHead, receiveEvents } from './read-events.ts'
import { retries, toLogUnavailable } from './retry.ts'
import type { EventStoreContext } from './retry.ts'

export type ReadRange = {
  after: bigint
  until?: bigint
  isWanted: (stream: string) => boolean
  batch: number
}

/** The whole log in order, up to where it ended when the reading began. Goes on where it was when the store comes back in time. */
export async function* readLog(
  parts: EventStoreContext,
  forgotten: ErasedStreams,
  { after, until: wish, isWanted: wanted, batch }: ReadRange,
): AsyncGenerator<RecordedEvent[]> {
  const tried = retries(parts, 'read')
  await forgotten.refresh()
  const newest = await readHead(parts)
  const until = wish === undefined || wish > newest ? newest : wish
  let position = after
  let events: RecordedEvent[] = []
  while (position < until) {
    try {
      const from = position === beginning ? 'start' : position
      for await (const resolved of receiveEvents(parts.connection.readAll({ from }), parts)) {
        const place = positionOf(resolved)
        // The store's range includes its start; ours does not.
        if (place <= position) continue
        if (place > until) break
        position = place
        tried.reset()
        const event = visibleEvent(resolved, place, wanted, forgotten)
        if (event === undefined || events.push(event) < batch) continue
        yield events
        events = []
        await forgotten.refreshIfStale()
      }
      break
    } catch (error) {
      if (!(await tried.waitForNext(error))) throw toLogUnavailable(error)
    }
  }
  if (events.length > 0) yield events
}

/** The event if a reader who asked for such streams may see it. */
export function visibleEvent(
  { event }: ResolvedEvent,
  position: bigint,
  wanted: (stream: string) => boolean,
  forgotten: ErasedStreams,
): RecordedEvent | undefined {
  if (event === undefined || !wanted(event.streamId) || isSystemStream(event.streamId)) return undefined
  if (isTombstone(event) || forgotten.hides(event.streamId, event.revision)) return undefined
  return decodeEvent(event, position)
}
