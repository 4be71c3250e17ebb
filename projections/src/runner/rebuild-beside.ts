// Rebuilds a read model beside its live build, which stays up to date meanwhile, and switches over between two steps of its worker.

import { beginBuild, type FillBuild } from './open-build.ts'
import { PoisonEvent } from './apply-events.ts'
import { followAlone } from './follow-log.ts'
import type { ProjectionWorker } from './projection-worker.ts'

/**
 * Begins a build beside that of a worker, applies the log to it, and switches over. Resolves to false if it did not switch over, because of
 * a poison event or because the live build cannot be continued either. Rejects if the store cannot begin a build.
 */
export async function rebuildBeside(worker: ProjectionWorker, fill?: FillBuild): Promise<boolean> {
  const { projection, log, batch, store, retryPolicy } = worker.context
  const build = await beginBuild(worker.context, fill)
  const signal = worker.stoppedOrReplaced()
  const isGoingOn = () => !signal.aborted && !worker.isStopped()
  const isBehind = () => build.position < worker.position
  const catchUp = (isDone: (isAtEnd: boolean) => boolean) =>
    retryPolicy.whileUnavailable(projection.name, async () => {
      for await (const range of followAlone(log, build, { batch, signal })) {
        if (!isGoingOn()) return
        await build.apply(range)
        if (isDone(range.caughtUp)) return
      }
    })
  try {
    await catchUp((isAtEnd) => isAtEnd && !isBehind())
    if (isGoingOn()) await build.storeBuffer()
    return await worker.betweenSteps(async () => {
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
