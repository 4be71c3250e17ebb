import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { batchUpdates, resyncUpdatesForAll, type UpdateBatcher } from '../../batch-updates.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { DocumentChange } from '../../registered-projection.ts'

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
    if (changes.length === 0 || !worker.isPublished()) return
    try {
      this.#batcher.enqueue(
        worker,
        changes.flatMap((change) => worker.projection.liveUpdates?.(change) ?? []),
      )
    } catch (error) {
      this.#retryPolicy.report({ projection: worker.definition.name, error, isParked: false })
    }
  }

  /** Asks all clients to resync if they may have missed updates of this worker. */
  requestResync(worker: ProjectionWorker): void {
    if (worker.claimResync()) this.#batcher.enqueue(worker, resyncUpdatesForAll)
  }

  /** Sends the waiting updates of a worker at once. */
  flush(worker: ProjectionWorker): Promise<void> {
    return this.#batcher.flush(worker)
  }

  stop(): void {
    this.#batcher.stop()
  }
}
