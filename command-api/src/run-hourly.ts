// Runs a task once an hour, and sooner after a pass that failed.

import { backoffMs, repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'

/** A task that is repeated. A pass ends early once `isStopped` returns true. */
export type HourlyTask = { pass(isStopped?: () => boolean): Promise<void> }

/** The first pass reads the log from its beginning, so it waits until the process has started. */
const initialDelayMs = 60_000
const intervalMs = 60 * 60 * 1000
/** Delay after a failure; it doubles with each further one. */
const retryMs = 5_000

export function runHourly(
  task: HourlyTask,
  onError: (error: unknown) => void,
  scheduler: Scheduler = systemScheduler,
) {
  let failures = 0
  let isRunning = false
  let isStopped = false
  /** Whether a pass was requested that has not begun. */
  let isRequested = false

  /** Returns the delay before the next pass. */
  const pass = async (isEnding: () => boolean): Promise<number> => {
    isRunning = true
    isRequested = false
    try {
      await task.pass(isEnding)
      failures = 0
    } catch (error) {
      onError(error)
      failures += 1
    }
    isRunning = false
    // A pass in flight may have been past what there is to do now.
    if (isRequested) return retryMs
    return failures === 0 ? intervalMs : backoffMs(failures, { shortest: retryMs, longest: intervalMs })
  }
  let end = repeat(scheduler, pass, initialDelayMs)
  return {
    /** Runs the next pass in a few seconds instead of within the hour. */
    runSoon: (): void => {
      const isDue = isRequested || isRunning || isStopped
      isRequested = true
      if (isDue) return
      void end()
      end = repeat(scheduler, pass, retryMs)
    },
    /** Ends the runs and waits for the pass in flight. */
    stop: (): Promise<void> => {
      isStopped = true
      return end()
    },
  }
}
