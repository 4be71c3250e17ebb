import { LogUnavailable, beginning } from '../event-log.ts'
import type { RecordedEvent } from '../event-log.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import type { ForgottenStreams } from './forgotten.ts'
import type { Inbox } from './inbox.ts'
import { decodeEvent, isSystemStream, isTombstone, positionOf } from './record.ts'
import { persist, tries, unavailable } from './tries.ts'
import type { Parts } from './tries.ts'
import { Late, verdictOn } from './verdict.ts'

/** Everything that arrives on a call, until it ends. Throws when nothing comes for longer than `within` milliseconds. */
export async function* arrivals(
  inbox: Inbox,
  { connection: { deadline }, closing }: Pick<Parts, 'connection' | 'closing'>,
  within = deadline,
): AsyncGenerator<ResolvedEvent> {
  try {
    for (;;) {
      const resolved = inbox.read()
      if (resolved !== null) yield resolved
      else if (inbox.isOver()) return
      else if (!(await inbox.change(within, closing))) {
        if (closing.aborted) throw new LogUnavailable('The event log is closed.')
        throw new Late(`Nothing was read within ${within} milliseconds.`)
      }
    }
  } finally {
    inbox.close()
  }
}

/** One stream from a revision on. Goes on where it was when the store comes back in time. */
export async function* readStream(parts: Parts, stream: string, from: number): AsyncGenerator<RecordedEvent> {
  const tried = tries(parts, 'read')
  let next = from
  for (;;) {
    try {
      for await (const resolved of arrivals(parts.connection.stream(stream, { from: BigInt(next) }), parts)) {
        if (resolved.event === undefined) continue
        const event = decodeEvent(resolved.event, positionOf(resolved))
        yield event
        next = event.revision + 1
        tried.progress()
      }
      return
    } catch (error) {
      if (isGone(error)) return
      if (!(await tried.again(error))) throw unavailable(error)
    }
  }
}

/** Nobody ever wrote to the stream, or it was forgotten. */
export const isGone = (error: unknown) => ['missing', 'removed'].includes(verdictOn(error))

export type Range = { after: bigint; until?: bigint; wanted: (stream: string) => boolean; batch: number }

/** The whole log in order, up to where it ended when the reading began. Goes on where it was when the store comes back in time. */
export async function* readRange(
  parts: Parts,
  forgotten: ForgottenStreams,
  { after, until: wish, wanted, batch }: Range,
): AsyncGenerator<RecordedEvent[]> {
  const tried = tries(parts, 'read')
  await forgotten.refresh()
  const newest = await head(parts)
  const until = wish === undefined || wish > newest ? newest : wish
  let position = after
  let events: RecordedEvent[] = []
  while (position < until) {
    try {
      const from = position === beginning ? 'start' : position
      for await (const resolved of arrivals(parts.connection.all({ from }), parts)) {
        const place = positionOf(resolved)
        // The store's range includes its start; ours does not.
        if (place <= position) continue
        if (place > until) break
        position = place
        tried.progress()
        const event = visible(resolved, place, wanted, forgotten)
        if (event === undefined || events.push(event) < batch) continue
        yield events
        events = []
        await forgotten.refreshSometimes()
      }
      break
    } catch (error) {
      if (!(await tried.again(error))) throw unavailable(error)
    }
  }
  if (events.length > 0) yield events
}

/** The event if a reader who asked for such streams may see it. */
export function visible(
  { event }: ResolvedEvent,
  position: bigint,
  wanted: (stream: string) => boolean,
  forgotten: ForgottenStreams,
): RecordedEvent | undefined {
  if (event === undefined || !wanted(event.streamId) || isSystemStream(event.streamId)) return undefined
  if (isTombstone(event) || forgotten.hides(event.streamId, event.revision)) return undefined
  return decodeEvent(event, position)
}

/** Position of the newest event that is not the store's own; `beginning` when there is none. */
export function head(parts: Parts): Promise<bigint> {
  return persist(parts, 'read', async () => {
    // Mostly the newest one is ours already; otherwise the log is read backwards until one is.
    for (const newest of [1, Number.MAX_SAFE_INTEGER])
      for await (const resolved of arrivals(parts.connection.all({ newest }), parts))
        if (resolved.event !== undefined && !isSystemStream(resolved.event.streamId))
          return positionOf(resolved)
    return beginning
  })
}
