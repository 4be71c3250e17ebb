import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { RetryPolicy } from './retry-policy.ts'
import { batchUpdates, type UpdateBatcher } from '../batch-updates.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import { resyncUpdatesForAll } from './resync-updates.ts'
import type { DocumentChange } from '../registered-projection.ts'

/** Lets the news of all lanes leave, gathered. */
export class UpdatePublisher {
  readonly #care: RetryPolicy
  readonly #news: UpdateBatcher

  constructor(scheduler: Scheduler, care: RetryPolicy) {
    this.#care = care
    this.#news = batchUpdates({ scheduler, onFailure: (error) => care.report({ error, isParked: false }) })
  }

  publish(lane: ProjectionWorker, changes: readonly DocumentChange[]): void {
    if (changes.length === 0) return
    try {
      this.#news.enqueue(
        lane,
        changes.flatMap((change) => lane.projection.liveUpdates?.(change) ?? []),
      )
    } catch (error) {
      this.#care.report({ projection: lane.definition.name, error, isParked: false })
    }
  }

  /** Tells everybody to fetch if one of these lanes may have left them without news. */
  requestResync(lanes: readonly ProjectionWorker[]): void {
    const [teller] = lanes.filter((lane) => lane.claimResync())
    if (teller) this.#news.enqueue(teller, resyncUpdatesForAll)
  }

  /** Lets go at once what a lane has to say. */
  flush(lane: ProjectionWorker): Promise<void> {
    return this.#news.flush(lane)
  }

  stop(): void {
    this.#news.stop()
  }
}
