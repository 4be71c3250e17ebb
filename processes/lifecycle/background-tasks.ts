import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { Logger } from '@thirty/infra/logger.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { throttledLog } from './process-context.ts'

/** The signal is aborted when the process ends: a long task should stop soon. */
type Task = (signal: AbortSignal) => Promise<void>

/** Tasks that run after the response was sent, so that not even its timing reveals them. */
export function backgroundTasks(
  logger: Pick<Logger, 'error' | 'warn'>,
  limits = { maxConcurrent: 4, maxQueued: 200 },
) {
  const limit = concurrencyLimit(limits)
  const inFlight = new Set<Promise<void>>()
  const ending = new AbortController()
  const warnDropped = throttledLog((message: string) => logger.warn(message))

  const run = async (task: Task, onDropped?: () => void): Promise<void> => {
    // Lets the response go first.
    await new Promise((resolve) => setImmediate(resolve))
    let hasStarted = false
    try {
      await limit(() => {
        hasStarted = true
        return task(ending.signal)
      })
    } catch (error) {
      if (!hasStarted && error instanceof Refusal && error.code === 'busy') {
        warnDropped('too many background tasks; some are dropped')
        onDropped?.()
      } else logger.error({ err: error }, 'a background task failed')
    }
  }
  return {
    /**
     * Runs a task soon, a few at a time. Errors are logged; tasks beyond a bounded number are dropped, and `onDropped` is called.
     */
    runInBackground: (task: Task, onDropped?: () => void): void => {
      const running = run(task, onDropped).finally(() => inFlight.delete(running))
      inFlight.add(running)
    },
    /** Returns the number of tasks that run or wait. */
    pendingCount: (): number => inFlight.size,
    /** Aborts the signal of the tasks. Resolves when all running and waiting tasks have finished. */
    drain: async (): Promise<void> => {
      ending.abort()
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
  }
}
