// Reads the log of EventStoreDB and follows it. Whenever the store ends the subscription, another one starts after the last event that was
// received.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { LogReplaced, beginning, streamFilter } from '../event-log.ts'
import type { Batch, RecordedEvent, SubscriptionOptions } from '../event-log.ts'
import { requireSameLog, defaultBatchSize, visibleEvent } from './read-log.ts'
import type { StoreSubscription } from './connection.ts'
import type { LogContext } from './erased-streams.ts'
import { pause, backoffMs } from '../../scheduler.ts'
import { spreadBackoffMs, toError } from './retry.ts'
import type { ResolvedEvent } from '@eventstore/db-client'
import { readHead } from './read-events.ts'
import { isTombstone, positionOf, toSeenEvent } from './event-encoding.ts'
import { TimeoutError } from './error-kinds.ts'

/** After this many unwanted events, the reader receives an empty batch with the position. */
const maxUnreported = 1_000

/**
 * Trusts only the positions of events: the store's checkpoints run ahead of the events that were delivered, and older servers send wrong
 * ones. Throws `LogReplaced` when the store no longer has the last event that was received: from a position of another history the store
 * would continue without an error, and leave out events. `idleCheckMs`: milliseconds without an event after which a live subscription asks
 * the store whether it is up to date.
 */
export async function* subscribe(
  context: LogContext,
  { after, seen, streams, batch = defaultBatchSize, ...options }: SubscriptionOptions,
  idleCheckMs: number,
): AsyncGenerator<Batch> {
  const { erased, closing, onStoreError } = context
  const { scheduler, deadline, whenFound } = context.connection
  const signal = AbortSignal.any([closing, ...(options.signal ? [options.signal] : [])])
  const isWanted = streamFilter(streams)
  let position = after
  let lastSeen = seen
  let events: RecordedEvent[] = []
  let unreported = 0
  let hasReportedCaughtUp = false
  let failures = 0

  function receive(resolved: ResolvedEvent) {
    const eventPosition = positionOf(resolved)
    // The store may repeat events.
    if (eventPosition <= position) return
    position = eventPosition
    unreported++
    if (resolved.event !== undefined) lastSeen = toSeenEvent(resolved.event, eventPosition)
    if (resolved.event !== undefined && isTombstone(resolved.event))
      erased.recordRemoval(resolved.event.streamId)
    const event = visibleEvent(context, resolved, isWanted)
    if (event !== undefined) events.push(event)
  }

  function takeBatch(caughtUp: boolean): Batch {
    const result = { events, position, caughtUp, ...(lastSeen && { newest: lastSeen }) }
    events = []
    unreported = 0
    hasReportedCaughtUp ||= caughtUp
    failures = 0
    return result
  }

  async function* readSubscription(subscription: StoreSubscription): AsyncGenerator<Batch> {
    const startedAt = scheduler.now()
    /** True when no older event is waiting. The store reports it before we have read the events that it sent before. */
    const isCaughtUp = () => subscription.hasCaughtUp && subscription.isEmpty()
    let isIdle = false
    /** Number of checks since the last event in which the store had newer events, and the time of the first. */
    let unansweredChecks = 0
    let behindSince = 0
    while (!signal.aborted) {
      const resolved = subscription.read()
      if (resolved !== null) {
        unansweredChecks = 0
        receive(resolved)
        if (events.length < batch && unreported < maxUnreported) continue
        yield takeBatch(isCaughtUp())
        if (isCaughtUp()) continue
        await erased.refreshIfStale()
        await nextTurn()
      } else if (isCaughtUp() ? unreported > 0 || !hasReportedCaughtUp : unreported > 0 && isIdle) {
        yield takeBatch(isCaughtUp())
      } else if (subscription.hasEnded()) {
        return
      } else {
        const waitMs = isCaughtUp() ? idleCheckMs : backoffMs(unansweredChecks + 1, batchWaitMs)
        isIdle = !(await subscription.waitForChange(waitMs, signal))
        if (!isIdle || unreported > 0 || signal.aborted) continue
        if (!subscription.isConfirmed) {
          if (scheduler.now() - startedAt <= deadline) continue
          throw new TimeoutError('The event store did not confirm the subscription.')
        }
        // If the store has no newer event, the subscription is up to date, even if the store never reports that. If it has newer events,
        // the store has lost the subscription. But while the subscription is catching up, the store may take long to find the next event,
        // and would start its search again if we gave up too soon; and a new event may arrive during a check.
        if ((await readHead(context)) <= position) subscription.hasCaughtUp = true
        else if (unansweredChecks++ === 0) behindSince = scheduler.now()
        else if (scheduler.now() - behindSince >= idleCheckMs)
          throw new TimeoutError('The event store has lost our subscription.')
        if (isCaughtUp()) await checkHistory()
      }
    }
  }

  async function checkHistory() {
    if (!signal.aborted) await requireSameLog(context, { seen: lastSeen, position })
  }

  while (!signal.aborted) {
    const subscription = context.connection.subscribe(position === beginning ? 'start' : position)
    try {
      await erased.refresh()
      await checkHistory()
      yield* readSubscription(subscription)
    } catch (error) {
      if (error instanceof LogReplaced) throw error
      onStoreError({ during: 'subscribe', error: toError(error) })
    } finally {
      subscription.close()
    }
    if (signal.aborted) return
    await pause(scheduler, spreadBackoffMs(failures++), AbortSignal.any([signal, whenFound()]))
  }
}

/** Milliseconds to wait for more events before a batch that is not full is yielded, while catching up. */
const batchWaitMs = { shortest: 50, longest: 1_000 }
