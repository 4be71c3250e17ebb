import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { batchUpdates, resyncUpdatesForAll, type UpdateBatcher } from '../../batch-updates.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { AnyLiveUpdate } from '../../live-update.ts'
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
    if (changes.length === 0) return
    const { liveUpdates, insiders } = worker.projection
    const updatesOf = (from: typeof liveUpdates) => changes.flatMap((change) => from?.(change) ?? [])
    try {
      if (worker.isPublished()) this.#batcher.enqueue(worker, updatesOf(liveUpdates))
    } catch (error) {
      this.#report(worker, error)
    }
    this.#toInsiders(worker, () => updatesOf(insiders?.liveUpdates))
  }

  /** Asks all clients to resync if they may have missed updates of this worker. */
  requestResync(worker: ProjectionWorker): void {
    if (!worker.claimResync()) return
    if (worker.isPublished()) this.#batcher.enqueue(worker, resyncUpdatesForAll)
    this.#toInsiders(worker, () => resyncUpdatesForAll)
  }

  /** Sends the waiting updates of a worker at once. */
  async flush(worker: ProjectionWorker): Promise<void> {
    const sources = [worker, ...(worker.insiders ? [worker.insiders] : [])]
    await Promise.all(sources.map((source) => this.#batcher.flush(source)))
  }

  #toInsiders(worker: ProjectionWorker, updates: () => readonly AnyLiveUpdate[]): void {
    const { insiders } = worker
    if (insiders === undefined) return
    const enqueue = async () => {
      if (await worker.projection.insiders?.areApart()) this.#batcher.enqueue(insiders, updates())
    }
    enqueue().catch((error: unknown) => this.#report(worker, error))
  }

  #report({ definition: { name: projection } }: ProjectionWorker, error: unknown): void {
    this.#retryPolicy.report({ projection, error, isParked: false })
  }

  stop(): void {
    this.#batcher.stop()
  }
}
