import type { RetryPolicy } from './retry-policy.ts'
import type { EventFanOut } from './subscription/event-fan-out.ts'
import { EventRouter } from './subscription/event-router.ts'
import type { LogSubscription } from './subscription/log-subscription.ts'
import { storeBuffer } from './worker/advance-worker.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'

export type ReadModelRebuilderOptions = {
  subscription: LogSubscription
  fanOut: EventFanOut
  retryPolicy: RetryPolicy
  /** Called when a rebuild has ended. */
  onProgress(): void
}

/** Rebuilds read models beside their live builds, at most one rebuild of each at a time. */
export class ReadModelRebuilder {
  readonly #options: ReadModelRebuilderOptions
  readonly #rebuilding = new Map<string, Promise<boolean>>()

  constructor(options: ReadModelRebuilderOptions) {
    this.#options = options
  }

  /**
   * Rebuilds the read model of a worker, whose live build stays up to date, and switches over. Resolves to false if it
   * did not switch over; queries then continue to read the previous build.
   */
  async rebuild(worker: ProjectionWorker): Promise<boolean> {
    const { name } = worker.definition
    const done =
      this.#rebuilding.get(name) ?? worker.beginRebuild().then((build) => this.#replay(worker, build))
    this.#rebuilding.set(name, done)
    return done.finally(() => this.#rebuilding.delete(name))
  }

  /** Resolves when the rebuilds that are running now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#rebuilding.values())
  }

  async #replay(worker: ProjectionWorker, build: ProjectionWorker): Promise<boolean> {
    const { subscription, fanOut, retryPolicy, onProgress } = this.#options
    const lagging = new EventRouter([build])
    await subscription.applyMissedEvents(lagging)
    if (!build.poison) await storeBuffer(build, retryPolicy)
    return subscription.runExclusively(async () => {
      await subscription.applyMissedEvents(lagging)
      try {
        if (build.poison) await build.discardBuild()
        if (build.poison || !build.isRunning() || !worker.isRunning() || retryPolicy.isStopped()) return false
        await worker.switchTo(build)
        await fanOut.activateCaughtUp([worker])
        return true
      } catch (error) {
        // The build was lost, or another process holds the lease. The worker of the live build will notice it as well.
        retryPolicy.report({ projection: worker.definition.name, error, isParked: false })
        return false
      } finally {
        build.stop()
        onProgress()
      }
    })
  }
}
