import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { CheckpointMismatch, Fenced, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { followLog } from './subscription/follow-log.ts'
import type { UpdatePublisher } from './subscription/update-publisher.ts'
import { applyRange } from './worker/apply-range.ts'
import { PoisonEvent } from './worker/compute-step.ts'
import type { ProjectionWorker } from './worker/projection-worker.ts'
import { RetrySchedule } from './worker/retry-schedule.ts'
import type { WorkerLoop } from './worker/worker-loop.ts'
import type { FillBuild } from './worker/worker-state.ts'

export type ReadModelRebuilderOptions = {
  log: EventLog
  batch: number
  retryPolicy: RetryPolicy
  publisher: UpdatePublisher
  /** Aborted to end all rebuilds. */
  stopped: AbortSignal
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
   * did not switch over; queries then continue to read the previous build. `fill`: begins with a snapshot.
   */
  async rebuild(loop: WorkerLoop, fill?: FillBuild): Promise<boolean> {
    const { name } = loop.worker.definition
    const done =
      this.#rebuilding.get(name) ?? loop.worker.beginRebuild(fill).then((build) => this.#replace(loop, build))
    this.#rebuilding.set(name, done)
    return done.finally(() => this.#rebuilding.delete(name))
  }

  /** Resolves when the rebuilds that are running now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#rebuilding.values())
  }

  async #replace(loop: WorkerLoop, build: ProjectionWorker): Promise<boolean> {
    const { worker } = loop
    const isGoingOn = () => build.isRunning() && worker.isRunning() && !this.#options.stopped.aborted
    try {
      await this.#catchUp(build, isGoingOn, (isAtEnd) => isAtEnd && build.position() >= worker.position())
      if (isGoingOn()) await build.storeBuffer()
      return await loop.runBetweenSteps(async () => {
        // The last events, while the worker stands still.
        if (build.position() < worker.position())
          await this.#catchUp(build, isGoingOn, () => build.position() >= worker.position())
        if (!isGoingOn()) return false
        await worker.switchTo(build)
        this.#options.publisher.requestResync(worker)
        loop.resume()
        return true
      })
    } catch (error) {
      // The build was lost, or another process holds the lease. The worker of the live build will notice it as well.
      await this.#giveUp(build, error)
      return false
    } finally {
      build.stop()
      this.#options.onProgress()
    }
  }

  /** Applies the log to a build until it is done, and tries again after failures that may end by themselves. */
  async #catchUp(
    build: ProjectionWorker,
    isGoingOn: () => boolean,
    isDone: (isAtEnd: boolean) => boolean,
  ): Promise<void> {
    const { retryPolicy } = this.#options
    const schedule = new RetrySchedule()
    while (isGoingOn()) {
      try {
        return await this.#read(build, isGoingOn, isDone)
      } catch (error) {
        const { delayMs, isParked } = schedule.failed(error)
        if (isParked || isLost(error)) throw error
        retryPolicy.report({ projection: build.definition.name, error, isParked: false })
        await retryPolicy.pause(delayMs)
      }
    }
  }

  async #read(
    build: ProjectionWorker,
    isGoingOn: () => boolean,
    isDone: (isAtEnd: boolean) => boolean,
  ): Promise<void> {
    const { log, batch, stopped: signal } = this.#options
    const { streams } = build.definition
    let afterPosition = build.position()
    const seen = build.newestSeen()
    const batches = followLog(log, { after: afterPosition, ...(seen && { seen }), streams, batch, signal })
    for await (const { events, position, caughtUp } of batches) {
      if (!isGoingOn()) return
      await applyRange(build, { events, afterPosition, upToPosition: position }, () => undefined)
      if (isDone(caughtUp)) return
      afterPosition = position
    }
  }

  async #giveUp(build: ProjectionWorker, failure: unknown): Promise<void> {
    const { retryPolicy } = this.#options
    const projection = build.definition.name
    if (!(failure instanceof PoisonEvent))
      return retryPolicy.report({ projection, error: failure, isParked: false })
    retryPolicy.report({ projection, error: failure.cause, event: failure.event, isParked: true })
    await build
      .discardBuild()
      .catch((error: unknown) => retryPolicy.report({ projection, error, isParked: false }))
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof LogReplaced ||
  error instanceof Fenced ||
  error instanceof ReadModelNotBuilt ||
  error instanceof CheckpointMismatch
