import { LogReplaced } from '@thirty/infra/event-log/event-log.ts'
import { CheckpointMismatch, Fenced, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import type { Build } from './build.ts'
import { PoisonEvent } from './compute-step.ts'
import { followAlone } from './follow-log.ts'
import { RetrySchedule, type RunnerParts } from './retries.ts'

/** The worker of the live build. */
export type LiveWorker = {
  readonly position: bigint
  /** Aborted when it stops, or cannot continue its build. */
  readonly discontinued: AbortSignal
  isRunning(): boolean
  /** Runs an operation while no step is applied. */
  runBetweenSteps<Result>(operation: () => Promise<Result>): Promise<Result>
  /** Activates another build and continues with it. To be called between two steps. */
  switchTo(build: Build): Promise<void>
}

/**
 * Fills a build beside the live one of a worker, which stays up to date, and switches over between two of its steps. Resolves to
 * false if it did not switch over; queries then continue to read the live build.
 */
export async function rebuildBeside(
  worker: LiveWorker,
  build: Build,
  options: RunnerParts,
): Promise<boolean> {
  const { discontinued: signal } = worker
  const isGoingOn = () => worker.isRunning() && !signal.aborted
  const isBehind = () => build.position < worker.position
  /** Applies the log to the build until it is done, and tries again after failures that may end by themselves. */
  const catchUp = async (isDone: (isAtEnd: boolean) => boolean): Promise<void> => {
    const { log, batch, retryPolicy } = options
    const schedule = new RetrySchedule()
    while (isGoingOn()) {
      try {
        for await (const range of followAlone(log, build, { batch, signal })) {
          if (!isGoingOn()) return
          await build.apply(range)
          if (isDone(range.caughtUp)) return
        }
      } catch (error) {
        const { delayMs, isParked } = schedule.failed(error)
        if (isParked || isLost(error)) throw error
        retryPolicy.report({ projection: build.projection.name, error, isParked: false })
        await retryPolicy.pause(delayMs)
      }
    }
  }
  try {
    await catchUp((isAtEnd) => isAtEnd && !isBehind())
    if (isGoingOn()) await build.storeBuffer()
    return await worker.runBetweenSteps(async () => {
      // The last events, while the worker stands still.
      if (isBehind()) await catchUp(() => !isBehind())
      if (!isGoingOn()) return false
      await worker.switchTo(build)
      return true
    })
  } catch (error) {
    // The build was lost, or another process holds the lease. The worker will notice it as well.
    await giveUp(build, error, options)
    return false
  } finally {
    if (!build.isLive) build.discardBuffer()
  }
}

/** A build that cannot be completed is dropped. */
async function giveUp(build: Build, error: unknown, { store, retryPolicy }: RunnerParts): Promise<void> {
  const projection = build.projection.name
  const isParked = error instanceof PoisonEvent
  retryPolicy.report({ projection, error, isParked })
  if (isParked)
    await store
      .drop(build.key)
      .catch((failure: unknown) => retryPolicy.report({ projection, error: failure, isParked: false }))
}

const isLost = (error: unknown): boolean =>
  error instanceof LogReplaced ||
  error instanceof Fenced ||
  error instanceof ReadModelNotBuilt ||
  error instanceof CheckpointMismatch
