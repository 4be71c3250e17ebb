import { systemClock, type Clock } from './clock.ts'

/** Time and timers, passed in wherever something happens later, so that tests can control time. */
export type Scheduler = {
  now: Clock
  /** Calls `run` once after a number of milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void
}

/** Resolves after this many milliseconds, or when the signal aborts. */
export function pause(scheduler: Scheduler, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancelTimer()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const cancelTimer = scheduler.after(milliseconds, done)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
}

/** The maximum of setTimeout, which takes 32 bits; a longer delay would fire at once. */
const maxDelayMs = 2 ** 31 - 1

/** Uses real time. Its timers do not keep the process alive. */
export const systemScheduler: Scheduler = {
  now: systemClock,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), maxDelayMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
