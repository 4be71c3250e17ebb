// One subscription at EventStoreDB, from its confirmation to its end; `subscribe.ts` opens one after the other.

import { backoffMs } from '../../backoff.ts'
import type { EventStoreContext } from './retry.ts'
import { TimeoutError } from './error-kinds.ts'

export type SubscriptionSession = ReturnType<typeof openSubscriptionSession>

type SessionOptions = {
  /** Ends every wait. */
  signal: AbortSignal
  /**
   * Milliseconds without an event after which a live session asks the store whether it is up to date, and ends if it
   * is not.
   */
  idleCheckMs: number
}

export function openSubscriptionSession(
  { connection }: EventStoreContext,
  after: bigint | 'start',
  { signal, idleCheckMs }: SessionOptions,
) {
  let isConfirmed = false
  let hasCaughtUp = false
  /** Number of checks since the last event in which the store had newer events, and the time of the first. */
  let unansweredChecks = 0
  let behindSince = 0
  const buffer = connection.subscribe(after, {
    confirmed: () => {
      isConfirmed = true
    },
    caughtUp: (isCaughtUp) => {
      hasCaughtUp = isCaughtUp
    },
  })
  const startedAt = connection.scheduler.now()
  /** True when no older event is waiting. The store reports it before we have read the events that it sent before. */
  const isCaughtUp = () => hasCaughtUp && buffer.isEmpty()

  return {
    read() {
      const resolved = buffer.read()
      if (resolved !== null) unansweredChecks = 0
      return resolved
    },
    hasEnded: () => buffer.hasEnded(),
    isCaughtUp,
    /**
     * Waits for the next event. Resolves to true when something happens, to false after a silence or when the signal
     * aborts.
     */
    waitForChange: () =>
      buffer.waitForChange(isCaughtUp() ? idleCheckMs : backoffMs(unansweredChecks + 1, batchWaitMs), signal),
    /**
     * Checks a subscription without events. If the store has no newer event, the subscription is up to date, even if
     * the store never reports that. If it has newer events, the store has lost the subscription. But while the
     * subscription is catching up, the store may take long to find the next event, and would start its search again if
     * we gave up too soon.
     */
    async checkIdleSubscription(position: bigint, head: () => Promise<bigint>): Promise<void> {
      if (signal.aborted) return
      if (!isConfirmed && connection.scheduler.now() - startedAt > connection.deadline)
        throw new TimeoutError('The event store did not confirm the subscription.')
      if (!isConfirmed) return
      if ((await head()) <= position) {
        hasCaughtUp = true
        return
      }
      const now = connection.scheduler.now()
      if (unansweredChecks++ === 0) behindSince = now
      // Only after several checks, because a new event may arrive during a check.
      else if (now - behindSince >= idleCheckMs)
        throw new TimeoutError('The event store has lost our subscription.')
    },
    close: () => buffer.close(),
  }
}

/** Milliseconds to wait for more events before a batch that is not full is yielded, while catching up. */
const batchWaitMs = { shortest: 50, longest: 1_000 }
