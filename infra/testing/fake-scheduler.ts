/** A scheduler whose time passes only with `advance`. */
export type FakeScheduler = ReturnType<typeof fakeScheduler>

export function fakeScheduler(start = Date.parse('2026-03-01T12:00:00.000Z')) {
  let now = start
  const timers = new Set<{ dueAt: number; run: () => void }>()

  return {
    now: () => now,
    // It began at another moment, so that a mix of both clocks shows.
    monotonic: () => now - start,
    after: (milliseconds: number, run: () => void) => {
      const timer = { dueAt: now + milliseconds, run }
      timers.add(timer)
      return (): void => void timers.delete(timer)
    },
    /** Returns the number of pending timers. */
    pendingTimers: () => timers.size,
    /** Lets time pass, and runs the timers that become due and the promises that they start. */
    advance: async (milliseconds: number): Promise<void> => {
      const end = now + milliseconds
      for (;;) {
        await flushPromises()
        const [next] = [...timers].filter((timer) => timer.dueAt <= end).sort((a, b) => a.dueAt - b.dueAt)
        if (!next) break
        timers.delete(next)
        now = Math.max(now, next.dueAt)
        next.run()
      }
      now = end
    },
  }
}

/** Resolves after all promises that are ready have run. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
