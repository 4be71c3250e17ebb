import type { Parts } from './tries.ts'
import { Late } from './verdict.ts'

export type Session = ReturnType<typeof openSession>

/** One subscription at the store, from its first word to its end. */
export function openSession({ connection }: Parts, after: bigint | 'start', signal: AbortSignal) {
  let isConfirmed = false
  let hasCaughtUp = false
  let silences = 0
  const inbox = connection.subscribe(after, {
    confirmed: () => {
      isConfirmed = true
    },
    live: (is) => {
      hasCaughtUp = is
    },
  })
  const startedAt = connection.scheduler.now()

  return {
    read() {
      const resolved = inbox.read()
      if (resolved !== null) silences = 0
      return resolved
    },
    isOver: () => inbox.isOver(),
    /** Whether nothing older waits. The store says so before we have read what it sent until then. */
    isLive: () => hasCaughtUp && inbox.isEmpty(),
    /** True as soon as something happens, false after so many milliseconds or at the signal. */
    change: (milliseconds: number) => inbox.change(milliseconds, signal),
    /**
     * Asks whether a silence is right. A store that never says that we caught up is believed when there is nothing
     * newer; one that stays silent although there is has lost us.
     */
    async doubt(position: bigint, head: () => Promise<bigint>): Promise<void> {
      if (signal.aborted) return
      if (!isConfirmed && connection.scheduler.now() - startedAt > connection.deadline)
        throw new Late('The event store did not begin the subscription.')
      if (!isConfirmed) return
      if ((await head()) <= position) hasCaughtUp = true
      else if (++silences > mostSilences) throw new Late('The event store has lost our subscription.')
    },
    close: () => inbox.close(),
  }
}

/** An event may well come while we ask. */
const mostSilences = 3
