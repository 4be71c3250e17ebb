import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'

/** Something that went wrong. `isParked`: the view stopped at this event and will not go on by itself. */
export type ProjectionFailure = {
  projection?: string
  error: unknown
  event?: RecordedEvent
  isParked: boolean
}

/** What helps while something goes wrong, until it is stopped. */
export type RetryPolicy = {
  isStopped(): boolean
  /** Waits, or less when it is stopped. */
  pause(milliseconds: number): Promise<void>
  report(failure: ProjectionFailure): void
  /** Does something again, with longer and longer pauses, until it works or everything is stopped. */
  retryUntilStopped(work: () => Promise<void>): Promise<void>
}

/** Milliseconds of the first pause and of the longest. */
export const backoffMs = { shortest: 50, longest: 2_000 }

export const nextBackoff = (pause: number): number => Math.min(pause * 2, backoffMs.longest)

export function createRetryPolicy(
  stopped: AbortSignal,
  scheduler: Scheduler,
  report: (failure: ProjectionFailure) => void,
): RetryPolicy {
  const pause = (milliseconds: number): Promise<void> => {
    if (stopped.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        callOff()
        stopped.removeEventListener('abort', end)
        resolve()
      }
      const callOff = scheduler.after(milliseconds, end)
      stopped.addEventListener('abort', end)
    })
  }

  return {
    isStopped: () => stopped.aborted,
    pause,
    report,
    retryUntilStopped: async (work) => {
      for (let wait = backoffMs.shortest; !stopped.aborted; wait = nextBackoff(wait)) {
        try {
          return await work()
        } catch (error) {
          if (stopped.aborted) return
          report({ error, isParked: false })
          await pause(wait)
        }
      }
    },
  }
}

/** Asks a store that is away again, with longer and longer pauses, until it answers or everything is stopped. */
export async function retryWhileUnavailable(care: RetryPolicy, work: () => Promise<void>): Promise<void> {
  for (let wait = backoffMs.shortest; ; wait = nextBackoff(wait)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || care.isStopped()) throw error
      await care.pause(wait)
    }
  }
}

/** Waits for something, but not longer than so many milliseconds. */
export async function waitAtMost(
  milliseconds: number,
  scheduler: Scheduler,
  work: Promise<unknown>,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const callOff = scheduler.after(milliseconds, resolve)
  await Promise.race([work, promise]).finally(callOff)
}
