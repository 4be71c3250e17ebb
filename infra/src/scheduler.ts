import { systemClock, type Clock } from './clock.ts'

/** Time and timers, handed in wherever something happens later, so that a spec can let time pass by itself. */
export type Scheduler = {
  now: Clock
  /** Runs once after so many milliseconds. The answer calls it off. */
  after(milliseconds: number, run: () => void): () => void
}

/** setTimeout takes 32 bits; a longer wait would fire at once. */
const longestWait = 2 ** 31 - 1

/** Real time. Its timers do not keep the process alive. */
export const systemScheduler: Scheduler = {
  now: systemClock,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), longestWait))
    timer.unref()
    return () => clearTimeout(timer)
  },
}
