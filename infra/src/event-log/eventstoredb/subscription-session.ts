import type { EventStoreContext } from './retry.ts'
import { TimeoutError } from './error-kinds.ts'

export type SubscriptionSession = ReturnType<typeof openSubscriptionSession>

type Watch = {
  /** Ends every wait. */
  signal: AbortSignal
  /** Milliseconds of silence after which a live session asks whether that is right, and then gives it up if not. */
  quiet: number
}

/** One subscription at the store, from its first word to its end. */
export function openSubscriptionSession(
  { connection }: EventStoreContext,
  after: bigint | 'start',
  { signal, quiet }: Watch,
) {
  let isConfirmed = false
  let hasCaughtUp = false
  /** How often it was asked in vain since the last event, and since when. */
  let doubts = 0
  let doubtedSince = 0
  const inbox = connection.subscribe(after, {
    confirmed: () => {
      isConfirmed = true
    },
    live: (is) => {
      hasCaughtUp = is
    },
  })
  const startedAt = connection.scheduler.now()
  /** Whether nothing older waits. The store says so before we have read what it sent until then. */
  const isCaughtUp = () => hasCaughtUp && inbox.isEmpty()

  return {
    read() {
      const resolved = inbox.read()
      if (resolved !== null) doubts = 0
      return resolved
    },
    hasEnded: () => inbox.hasEnded(),
    isLive: isCaughtUp,
    /** Waits for the next event. True as soon as something happens, false after a silence or at the signal. */
    waitForChange: () =>
      inbox.waitForChange(isCaughtUp() ? quiet : Math.min(gathering * 2 ** doubts, longestGathering), signal),
    /**
     * Asks whether a silence is right. A store that never says that we caught up is believed when there is nothing
     * newer. One that stays silent although there is has lost us; but while we catch up it may have a long way to the
     * next event, and would have it again from the start if we gave up too soon.
     */
    async checkIdleSubscription(position: bigint, head: () => Promise<bigint>): Promise<void> {
      if (signal.aborted) return
      if (!isConfirmed && connection.scheduler.now() - startedAt > connection.deadline)
        throw new TimeoutError('The event store did not begin the subscription.')
      if (!isConfirmed) return
      if ((await head()) <= position) {
        hasCaughtUp = true
        return
      }
      const now = connection.scheduler.now()
      if (doubts++ === 0) doubtedSince = now
      // More than once, for an event may well come while we ask.
      else if (now - doubtedSince >= quiet)
        throw new TimeoutError('The event store has lost our subscription.')
    },
    close: () => inbox.close(),
  }
}

/** Milliseconds that whoever catches up waits for more before a batch that is not full is handed over. */
const gathering = 50
const longestGathering = 1_000
