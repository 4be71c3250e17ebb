// Runs a task once an hour, and sooner after a pass that failed.

import { backoffMs } from '@thirty/infra/backoff.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'

/** A task that is repeated. A pass ends early once `isStopped` returns true. */
export type HourlyTask = { pass(isStopped?: () => boolean): Promise<void> }

/** The first pass reads the log from its beginning, so it waits until the process has started. */
const initialDelayMs = 60_000
const intervalMs = 60 * 60 * 1000
/** Delay after a failure; it doubles with each further one. */
const retryMs = 5_000

export type HourlyRuns = ReturnType<typeof runHourly>

export function runHourly(
  task: HourlyTask,
  onError: (error: unknown) => void,
  scheduler: Scheduler = systemScheduler,
) {
  let isStopped = false
  let isRunning = false
  let isDueAgain = false
  let failures = 0
  let inFlight = Promise.resolve()
  let cancelTimer: () => void = () => undefined
  let dueAt = Infinity
  /** Schedules the next pass, unless an earlier one is scheduled. */
  const schedule = (delayMs: number) => {
    if (isStopped || scheduler.now() + delayMs >= dueAt) return
    cancelTimer()
    dueAt = scheduler.now() + delayMs
    cancelTimer = scheduler.after(delayMs, runPass)
  }
  /** Returns the delay before the next pass. */
  const runOnce = async (): Promise<number> => {
    try {
      await task.pass(() => isStopped)
      failures = 0
      return intervalMs
    } catch (error) {
      onError(error)
      failures += 1
      return backoffMs(failures, { shortest: retryMs, longest: intervalMs })
    }
  }
  const runPass = () => {
    dueAt = Infinity
    isRunning = true
    inFlight = runOnce().then((delayMs) => {
      isRunning = false
      schedule(isDueAgain ? Math.min(retryMs, delayMs) : delayMs)
      isDueAgain = false
    })
  }
  schedule(initialDelayMs)
  return {
    /** Runs the next pass in a few seconds instead of within the hour. */
    runSoon: (): void => {
      // A pass in flight may already have passed what there is to do now.
      if (isRunning) isDueAgain = true
      else schedule(retryMs)
    },
    /** Ends the runs and waits for the pass in flight. */
    stop: async (): Promise<void> => {
      isStopped = true
      cancelTimer()
      await inFlight
    },
  }
}
