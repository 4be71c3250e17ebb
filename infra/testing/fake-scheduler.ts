import type { Scheduler } from '@thirty/infra/scheduler.ts'

/** Time for specs: it stands still until it is told to pass. */
export type FakeScheduler = Scheduler & {
  /** Lets time pass, with every timer that falls into it and the promises that it sets off. */
  advance(milliseconds: number): Promise<void>
  /** How many timers are waiting. */
  pendingTimers(): number
}

export function fakeScheduler(start = Date.parse('2026-03-01T12:00:00.000Z')): FakeScheduler {
  let now = start
  const timers = new Set<{ at: number; run: () => void }>()

  return {
    now: () => now,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pendingTimers: () => timers.size,
    advance: async (milliseconds) => {
      const end = now + milliseconds
      for (;;) {
        await flushPromises()
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
export const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
