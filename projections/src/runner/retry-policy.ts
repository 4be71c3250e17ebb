import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { StoreUnavailable } from '@thirty/infra/read-models/read-models.ts'

/** A failure of the runner. `isParked`: the projection stands still, at this event if there is one, until it is tried again. */
export type ProjectionFailure = {
  projection?: string
  error: unknown
  event?: RecordedEvent
  isParked: boolean
}

/** How to wait, report and retry until the runner is stopped. */
export type RetryPolicy = {
  isStopped(): boolean
  /** Resolves after a number of milliseconds, or as soon as the runner is stopped. */
  pause(milliseconds: number): Promise<void>
  report(failure: ProjectionFailure): void
  /** Retries with exponential backoff until the operation succeeds or the runner is stopped. */
  retryUntilStopped(operation: () => Promise<void>): Promise<void>
}

/** First and longest delay between two tries, in milliseconds. */
export const backoffMs = { shortest: 50, longest: 2_000 }

const nextBackoff = (delayMs: number): number => Math.min(delayMs * 2, backoffMs.longest)

export function createRetryPolicy(
  stopped: AbortSignal,
  scheduler: Scheduler,
  report: (failure: ProjectionFailure) => void,
): RetryPolicy {
  const pause = (milliseconds: number): Promise<void> => {
    if (stopped.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        cancelTimer()
        stopped.removeEventListener('abort', end)
        resolve()
      }
      const cancelTimer = scheduler.after(milliseconds, end)
      stopped.addEventListener('abort', end)
    })
  }

  return {
    isStopped: () => stopped.aborted,
    pause,
    report,
    retryUntilStopped: async (operation) => {
      for (let delayMs = backoffMs.shortest; !stopped.aborted; delayMs = nextBackoff(delayMs)) {
        try {
          return await operation()
        } catch (error) {
          if (stopped.aborted) return
          report({ error, isParked: false })
          await pause(delayMs)
        }
      }
    },
  }
}

/**
 * Retries with exponential backoff while the store is unavailable. Throws `StoreUnavailable` when the runner is stopped.
 */
export async function retryWhileUnavailable(
  retryPolicy: RetryPolicy,
  operation: () => Promise<void>,
): Promise<void> {
  for (let delayMs = backoffMs.shortest; ; delayMs = nextBackoff(delayMs)) {
    try {
      return await operation()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || retryPolicy.isStopped()) throw error
      await retryPolicy.pause(delayMs)
    }
  }
}

/** Resolves when the promise settles, or after a number of milliseconds. */
export async function waitAtMost(
  milliseconds: number,
  scheduler: Scheduler,
  promise: Promise<unknown>,
): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const cancelTimer = scheduler.after(milliseconds, timeout.resolve)
  await Promise.race([promise, timeout.promise]).finally(cancelTimer)
}
