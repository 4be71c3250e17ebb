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

/** A read model cannot be stored, because of this error; without an error: it can be stored again. */
export type StoreOutage = { projection: string; error?: unknown }

/** How to wait, report and retry until the runner is stopped. */
export type RetryPolicy = {
  isStopped(): boolean
  /** Resolves after a number of milliseconds, or as soon as the runner is stopped. */
  pause(milliseconds: number): Promise<void>
  report(failure: ProjectionFailure): void
  reportOutage(outage: StoreOutage): void
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
  reportOutage: (outage: StoreOutage) => void = () => undefined,
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
    reportOutage,
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
 * Retries with exponential backoff while the store is unavailable, and reports when that begins and ends. Throws
 * `StoreUnavailable` when the runner is stopped.
 */
export async function retryWhileUnavailable(
  retryPolicy: RetryPolicy,
  projection: string,
  operation: () => Promise<void>,
): Promise<void> {
  let isReported = false
  for (let delayMs = backoffMs.shortest; ; delayMs = nextBackoff(delayMs)) {
    try {
      await operation()
      if (isReported) retryPolicy.reportOutage({ projection })
      return
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || retryPolicy.isStopped()) throw error
      if (!isReported) retryPolicy.reportOutage({ projection, error })
      isReported = true
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
