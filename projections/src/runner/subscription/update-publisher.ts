import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { batchUpdates, resyncUpdatesForAll, type UpdateBatcher } from '../../batch-updates.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { AnyLiveUpdate } from '../../live-update.ts'
import type { DocumentChange, UpdateChannel } from '../../registered-projection.ts'

/** Publishes the live updates of all workers in batches. */
export class UpdatePublisher {
  readonly #retryPolicy: RetryPolicy
  readonly #batcher: UpdateBatcher

  constructor(scheduler: Scheduler, retryPolicy: RetryPolicy) {
    this.#retryPolicy = retryPolicy
    this.#batcher = batchUpdates({
      scheduler,
      onFailure: (error) => retryPolicy.report({ error, isParked: false }),
    })
  }

  publish(worker: ProjectionWorker, changes: readonly DocumentChange[]): void {
    if (changes.length === 0) return
    this.#enqueue(worker, ({ liveUpdates }) => changes.flatMap((change) => liveUpdates?.(change) ?? []))
  }

  /** Asks all clients to resync if they may have missed updates of this worker. */
  requestResync(worker: ProjectionWorker): void {
    if (!worker.claimResync()) return
    this.#enqueue(worker, () => resyncUpdatesForAll)
  }

  /** Sends the waiting updates of a worker at once. */
  async flush(worker: ProjectionWorker): Promise<void> {
    await Promise.all(worker.sources.map(({ source }) => this.#batcher.flush(source)))
  }

  #enqueue(worker: ProjectionWorker, updatesOf: (channel: UpdateChannel) => readonly AnyLiveUpdate[]): void {
    for (const { source, channel } of worker.sources) {
      const enqueue = async () => {
        const isPublished = channel.isPublished?.() ?? true
        if (isPublished === true || (await isPublished)) this.#batcher.enqueue(source, updatesOf(channel))
      }
      enqueue().catch((error: unknown) =>
        this.#retryPolicy.report({ projection: worker.definition.name, error, isParked: false }),
      )
    }
  }

  stop(): void {
    this.#batcher.stop()
  }
}
