// Clocks and timers: to wait for a time or a change, to limit and to repeat work, and the delays between tries.

/** Returns milliseconds since 1970. Passed in wherever time is read, so that tests can control it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** Time and timers, passed in wherever something happens later, so that tests can control time. */
export type Scheduler = {
  now: Clock
  /** Returns milliseconds since an arbitrary moment. Unlike the system time it never jumps, so it measures durations. */
  monotonic: Clock
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

/** Resolves when the promise settles, or after a number of milliseconds. */
export async function waitAtMost(milliseconds: number, scheduler: Scheduler, promise: Promise<unknown>) {
  const timeout = Promise.withResolvers<void>()
  const cancelTimer = scheduler.after(milliseconds, timeout.resolve)
  await Promise.race([promise, timeout.promise]).finally(cancelTimer)
}

/** Settles like `work`, but rejects with this error after a number of milliseconds. The work itself goes on. */
export function withTimeout<Result>(
  scheduler: Pick<Scheduler, 'after'>,
  milliseconds: number,
  work: Promise<Result>,
  error: () => Error,
): Promise<Result> {
  const timeout = Promise.withResolvers<never>()
  const cancelTimer = scheduler.after(milliseconds, () => timeout.reject(error()))
  return Promise.race([work, timeout.promise]).finally(cancelTimer)
}

/**
 * Calls `work` again and again, each time after the milliseconds that it returned before; `undefined` ends it. It is called at once, or
 * first after `firstDelayMs`, and must not throw. Returns a function that ends it and resolves when the work in flight has ended.
 */
export function repeat(
  scheduler: Pick<Scheduler, 'after'>,
  work: (isStopped: () => boolean) => Promise<number | undefined>,
  firstDelayMs?: number,
): () => Promise<void> {
  let isStopped = false
  let inFlight = Promise.resolve()
  let cancelTimer: () => void = () => undefined
  const run = (): void => {
    inFlight = work(() => isStopped).then((delayMs) => {
      if (!isStopped && delayMs !== undefined) cancelTimer = scheduler.after(delayMs, run)
    })
  }
  if (firstDelayMs === undefined) run()
  else cancelTimer = scheduler.after(firstDelayMs, run)
  return () => {
    isStopped = true
    cancelTimer()
    return inFlight
  }
}

/** The maximum of setTimeout, which takes 32 bits; a longer delay would fire at once. */
const maxDelayMs = 2 ** 31 - 1

/** Uses real time. Its timers do not keep the process alive. */
export const systemScheduler: Scheduler = {
  now: systemClock,
  monotonic: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(Math.max(milliseconds, 0), maxDelayMs))
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The first and the longest delay between two tries, in milliseconds. */
export type BackoffLimits = { shortest: number; longest: number }

/** Returns the milliseconds to wait after this many failures in a row (at least one): twice as long each time. */
export const backoffMs = (failures: number, { shortest, longest }: BackoffLimits): number =>
  Math.min(shortest * 2 ** (failures - 1), longest)

/** Wakes the callers that wait for a change. A notification while nobody waits has no effect. */
export class Wakeup {
  readonly #waiting = new Set<() => void>()

  /** Resolves at the next notification. */
  wait(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.add(resolve))
  }

  notify(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resume of waiting) resume()
  }
}
