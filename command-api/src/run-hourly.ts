// Runs a task once an hour, and sooner after a pass that failed.

import { backoffMs, repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'

/** A task that is repeated. A pass ends early once `isStopped` returns true. */
export type HourlyTask = { pass(isStopped?: () => boolean): Promise<void> }

/** The first pass reads the log from its beginning, so it waits until the process has started. */
const initialDelayMs = 60_000
const intervalMs = 60 * 60 * 1000
/** How often is checked whether a pass is due, and the delay after a failure, which doubles with each further one. */
const retryMs = 5_000

export function runHourly(
  task: HourlyTask,
  onError: (error: unknown) => void,
  scheduler: Pick<Scheduler, 'after'> = systemScheduler,
) {
  let failures = 0
  /** Counted in ticks, because a clock that is set back would delay passes by as much. */
  let dueInMs = initialDelayMs

  const passIfDue = async (isStopped: () => boolean): Promise<number> => {
    dueInMs -= retryMs
    if (dueInMs > 0) return retryMs
    // A request during the pass makes another one due: this one may have been past what there is to do now.
    dueInMs = Infinity
    try {
      await task.pass(isStopped)
      failures = 0
    } catch (error) {
      onError(error)
      failures += 1
    }
    const delayMs =
      failures === 0 ? intervalMs : backoffMs(failures, { shortest: retryMs, longest: intervalMs })
    dueInMs = Math.min(dueInMs, delayMs)
    return retryMs
  }
  return {
    /** Runs the next pass in a few seconds instead of within the hour. */
    runSoon: (): void => {
      dueInMs = 0
    },
    /** Ends the runs and waits for the pass in flight. */
    stop: repeat(scheduler, passIfDue, retryMs),
  }
}
