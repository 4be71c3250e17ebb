import { advanceWorker, activateWorker, type EventRange } from '../worker/advance-worker.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { EventRouter } from './event-router.ts'
import type { UpdatePublisher } from './update-publisher.ts'

export type EventFanOutOptions = {
  retryPolicy: RetryPolicy
  publisher: UpdatePublisher
  /** Called whenever workers moved or were activated. */
  onProgress(): void
  /** Called after each range: a worker may have stopped meanwhile. */
  onRangeApplied(): void
}

/** Applies each range of events to the workers whose projections read it, and publishes their changes. */
export class EventFanOut {
  readonly #options: EventFanOutOptions
  readonly #running = new Set<Promise<void>>()

  constructor(options: EventFanOutOptions) {
    this.#options = options
  }

  /** Resolves when every worker has applied the range, was parked or stopped. Workers apply it concurrently. */
  async apply(router: EventRouter, range: EventRange): Promise<void> {
    const done = this.#advance(router, range).finally(() => this.#running.delete(done))
    this.#running.add(done)
    await done
  }

  /** Resolves when all ranges that are being applied now have been applied. */
  async settled(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** Activates the builds that have caught up, and asks clients to resync where they may have missed updates. */
  async activateCaughtUp(workers: readonly ProjectionWorker[]): Promise<void> {
    const { retryPolicy, publisher, onProgress } = this.#options
    const ready = workers.filter((worker) => !worker.isLive && worker.isCaughtUp())
    await Promise.all(ready.map((worker) => activateWorker(worker, retryPolicy)))
    if (ready.length > 0) onProgress()
    publisher.requestResync(workers)
  }

  async #advance(router: EventRouter, range: EventRange): Promise<void> {
    const { retryPolicy, publisher, onProgress, onRangeApplied } = this.#options
    const eventsByWorker = router.route(range.events)
    const newest = newestEvents(range.events)
    const steps = router.workers.map((worker, index) =>
      advanceWorker(worker, { ...range, events: eventsByWorker[index] ?? [], newest }, retryPolicy),
    )
    const changes = await Promise.all(steps)
    onProgress()
    router.workers.forEach((worker, index) => publisher.publish(worker, changes[index] ?? []))
    onRangeApplied()
  }
}
