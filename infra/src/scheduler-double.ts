import type { Scheduler } from './scheduler.ts'

/** Time for specs: it stands still until it is told to pass. */
export type SteppedTime = Scheduler & {
  /** Lets time pass, with every timer that falls into it and the promises that it sets off. */
  pass(milliseconds: number): Promise<void>
  /** How many timers are waiting. */
  timers(): number
}

export function steppedTime(start = Date.parse('2026-03-01T12:00:00.000Z')): SteppedTime {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()

  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    timers: () => timers.size,
    pass: async (milliseconds) => {
      const end = now + milliseconds
      for (;;) {
        await settled()
        const [next] = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
  }
}

/** After all promises that are ready to go on have gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
