// Rebuilds a read model beside its live build, which stays up to date meanwhile, and switches over between two steps of its worker.

import { beginBuild, type FillBuild } from './open-build.ts'
import type { Build, BuildContext } from './build.ts'
import { PoisonEvent } from './apply-events.ts'
import { followAlone } from './follow-log.ts'
import { retryWhileUnavailable, type RunnerParts } from './retries.ts'

/** The worker of the live build. */
export type LiveWorker = {
  /** Position of the live build. */
  position(): bigint
  /** Returns what is aborted when the worker stops, its live build is closed, or the log is replaced. */
  signal(): AbortSignal
  /** Runs an operation while the live build stands still. */
  runBetweenSteps<Result>(operation: () => Promise<Result>): Promise<Result>
  /** Activates another build, with which the worker continues. To be called between steps. */
  switchTo(build: Build): Promise<void>
  report(failure: unknown, isParked: boolean): void
}

/**
 * Begins a build, applies the log to it, and switches over. Resolves to false if it did not switch over, because of a poison event or
 * because the live build cannot be continued either. Rejects if the store cannot begin a build.
 */
export async function rebuildBeside(
  context: BuildContext & Pick<RunnerParts, 'log' | 'batch'>,
  worker: LiveWorker,
  fill?: FillBuild,
): Promise<boolean> {
  const { projection, log, batch, store, retryPolicy, isStopped } = context
  const build = await beginBuild(context, fill)
  const signal = worker.signal()
  const isGoingOn = () => !signal.aborted && !isStopped()
  const isBehind = () => build.position < worker.position()
  const catchUp = (isDone: (isAtEnd: boolean) => boolean) =>
    retryWhileUnavailable(retryPolicy, projection.name, async () => {
      for await (const range of followAlone(log, build, { batch, signal })) {
        if (!isGoingOn()) return
        await build.apply(range)
        if (isDone(range.caughtUp)) return
      }
    })
  try {
    await catchUp((isAtEnd) => isAtEnd && !isBehind())
    if (isGoingOn()) await build.storeBuffer()
    return await worker.runBetweenSteps(async () => {
      // The last events, while the live build stands still.
      if (isBehind()) await catchUp(() => !isBehind())
      if (!isGoingOn()) return false
      await worker.switchTo(build)
      return true
    })
  } catch (error) {
    const isPoison = error instanceof PoisonEvent
    worker.report(error, isPoison)
    // Others were lost, or another process holds the lease. The live build will notice it as well.
    if (isPoison) await store.drop(build.key).catch((failure: unknown) => worker.report(failure, false))
    return false
  } finally {
    if (!build.isLive) build.discardBuffer()
  }
}
