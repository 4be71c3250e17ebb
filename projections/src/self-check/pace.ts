import type { Clock } from '@thirty/infra/clock.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'

/**
 * To be awaited between small pieces of work. Resolves at once until the work has taken `sliceMs`; after that, when the rest of the process
 * had its turn. Throws the reason of an aborted signal.
 */
export type Pace = () => Promise<void>

/** Milliseconds of work before the next rest. */
const sliceMs = 5

/**
 * Creates the pace of one piece of work, so that it never holds the event loop much longer than `sliceMs`. `rest`: milliseconds of rest for
 * each millisecond of work; with 1, the work takes at most half of the time.
 */
export function createPace(scheduler: Scheduler, monotonic: Clock, rest: number, signal: AbortSignal): Pace {
  let sliceBegan = monotonic()
  return async () => {
    signal.throwIfAborted()
    const worked = monotonic() - sliceBegan
    if (worked < sliceMs) return
    await new Promise<void>((resolve) => scheduler.after(worked * rest, resolve))
    signal.throwIfAborted()
    sliceBegan = monotonic()
  }
}
