import { randomInt } from 'node:crypto'
import { systemClock } from '../../clock.ts'
import { backoffMs } from '../../backoff.ts'
import type { Scheduler } from '../../scheduler.ts'

/** Real time. Its timers keep the process alive while a call waits for the store. */
export const realTimeScheduler: Scheduler = {
  now: systemClock,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

const limits = { shortest: 50, longest: 2_000 }

/**
 * Returns the milliseconds to wait after this many failures in a row. The jitter spreads the retries of many
 * processes.
 */
export function spreadBackoffMs(failures: number): number {
  const delayMs = backoffMs(failures + 1, limits)
  return randomInt(delayMs / 2, delayMs + 1)
}
