import { setImmediate as nextTurn } from 'node:timers/promises'
import { beginning } from '../event-log.ts'
import type { Batch, RecordedEvent } from '../event-log.ts'
import type { ForgottenStreams } from './forgotten.ts'
import { backOff, pause } from './pace.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import { head, visible } from './reading.ts'
import { isTombstone, positionOf } from './record.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'
import { errorOf } from './tries.ts'
import type { Parts } from './tries.ts'

export type Following = {
  after: bigint
  wanted: (stream: string) => boolean
  batch: number
  /** Ends the iteration. */
  signal: AbortSignal
  /** Milliseconds of silence after which a live subscription asks whether that is right. */
  quiet: number
}

/** Events that are not for the reader, after which it is told the position all the same. */
const mostUnseen = 1_000

/**
 * Catches up, goes live, and starts again behind the last event it took whenever the store ends the subscription, for
 * whatever reason. The only position it trusts is that of an event: the store's checkpoints run ahead of what was
 * handed out, and older servers send wrong ones.
 */
export async function* follow(
  parts: Parts,
  forgotten: ForgottenStreams,
  { after, wanted, batch, signal, quiet }: Following,
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
    if (resolved.event !== undefined && isTombstone(resolved.event)) forgotten.notice(resolved.event.streamId)
    const event = visible(resolved, place, wanted, forgotten)
    if (event !== undefined) events.push(event)
  }

  function handOver(live: boolean): Batch {
    const handed = { events, position, live }
    events = []
    unsaid = 0
    hasToldLive ||= live
    failures = 0
    return handed
  }

  async function* listen(session: Session): AsyncGenerator<Batch> {
    let isLate = false
    while (!signal.aborted) {
      const resolved = session.read()
      if (resolved !== null) {
        take(resolved)
        if (events.length < batch && unsaid < mostUnseen) continue
        yield handOver(session.isLive())
        if (session.isLive()) continue
        await forgotten.refreshSometimes()
        await nextTurn()
      } else if (session.isLive() ? unsaid > 0 || !hasToldLive : unsaid > 0 && isLate) {
        yield handOver(session.isLive())
      } else if (session.isOver()) {
        return
      } else {
        isLate = !(await session.change())
        if (isLate && unsaid === 0) await session.doubt(position, () => head(parts))
      }
    }
  }

  while (!signal.aborted) {
    const session = openSession(parts, position === beginning ? 'start' : position, { signal, quiet })
    try {
      await forgotten.refresh()
      yield* listen(session)
    } catch (error) {
      parts.onTrouble({ during: 'subscribe', error: errorOf(error) })
      await parts.connection.reconnect(error)
    } finally {
      session.close()
    }
    if (!signal.aborted) await pause(parts.connection.scheduler, backOff(failures++), signal)
  }
}
