import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'

/** A task that is repeated. A pass ends early once `isStopped` returns true. */
export type HourlyTask = { pass(isStopped?: () => boolean): Promise<void> }

/** The first pass reads the log from its beginning, so it waits until the process has started. */
const initialDelayMs = 60_000
const intervalMs = 60 * 60 * 1000

/** Runs a task once an hour. The returned function stops it and waits for the pass in flight. */
export function runHourly(
  task: HourlyTask,
  onError: (error: unknown) => void,
  scheduler: Scheduler = systemScheduler,
): () => Promise<void> {
  let isStopped = false
  let inFlight = Promise.resolve()
  const runPass = () => {
    inFlight = task
      .pass(() => isStopped)
      .catch(onError)
      .finally(() => {
        if (!isStopped) cancelTimer = scheduler.after(intervalMs, runPass)
      })
  }
  let cancelTimer = scheduler.after(initialDelayMs, runPass)
  return async () => {
    isStopped = true
    cancelTimer()
    await inFlight
  }
}
