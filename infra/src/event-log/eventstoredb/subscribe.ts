import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginning } from '../event-log.ts'
import type { Batch, RecordedEvent } from '../event-log.ts'
import type { ErasedStreams } from './erased-streams.ts'
import { backoffMs, pause } from './retry-timing.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import { readHead } from './read-events.ts'
import { visibleEvent } from './read-log.ts'
import { isTombstone, positionOf } from './event-encoding.ts'
import { openSubscriptionSession } from './subscription-session.ts'
import type { SubscriptionSession } from './subscription-session.ts'
import { toError } from './retry.ts'
import type { EventStoreContext } from './retry.ts'

export type SubscribeOptions = {
  after: bigint
  isWanted: (stream: string) => boolean
  batch: number
  /** Ends the iteration. */
  signal: AbortSignal
  /** Milliseconds of silence after which a live subscription asks whether that is right. */
  idleCheckMs: number
}

/** Events that are not for the reader, after which it is told the position all the same. */
const mostUnseen = 1_000

/**
 * Catches up, goes live, and starts again behind the last event it took whenever the store ends the subscription, for
 * whatever reason. The only position it trusts is that of an event: the store's checkpoints run ahead of what was
 * handed out, and older servers send wrong ones.
 */
export async function* subscribe(
  parts: EventStoreContext,
  forgotten: ErasedStreams,
  { after, isWanted: wanted, batch, signal, idleCheckMs: quiet }: SubscribeOptions,
): AsyncGenerator<Batch> {
  let position = after
  let events: RecordedEvent[] = []
  let unsaid = 0
  let hasToldLive = false
  let failures = 0

  function take(resolved: ResolvedEvent) {
    const place = positionOf(resolved)
    // Whatever the store repeats.
    if (place <= position) return
    position = place
    unsaid++
    if (resolved.event !== undefined && isTombstone(resolved.event))
      forgotten.recordRemoval(resolved.event.streamId)
    const event = visibleEvent(resolved, place, wanted, forgotten)
    if (event !== undefined) events.push(event)
  }

  function handOver(live: boolean): Batch {
    const handed = { events, position, caughtUp: live }
    events = []
    unsaid = 0
    hasToldLive ||= live
    failures = 0
    return handed
  }

  async function* listen(session: SubscriptionSession): AsyncGenerator<Batch> {
    let isLate = false
    while (!signal.aborted) {
      const resolved = session.read()
      if (resolved !== null) {
        take(resolved)
        if (events.length < batch && unsaid < mostUnseen) continue
        yield handOver(session.isLive())
        if (session.isLive()) continue
        await forgotten.refreshIfStale()
        await nextTurn()
      } else if (session.isLive() ? unsaid > 0 || !hasToldLive : unsaid > 0 && isLate) {
        yield handOver(session.isLive())
      } else if (session.hasEnded()) {
        return
      } else {
        isLate = !(await session.waitForChange())
        if (isLate && unsaid === 0) await session.checkIdleSubscription(position, () => readHead(parts))
      }
    }
  }

  while (!signal.aborted) {
    const session = openSubscriptionSession(parts, position === beginning ? 'start' : position, {
      signal,
      quiet,
    })
    try {
      await forgotten.refresh()
      yield* listen(session)
    } catch (error) {
      parts.onStoreError({ during: 'subscribe', error: toError(error) })
      await parts.connection.reconnect(error)
    } finally {
      session.close()
    }
    if (!signal.aborted) await pause(parts.connection.scheduler, backoffMs(failures++), signal)
  }
}
