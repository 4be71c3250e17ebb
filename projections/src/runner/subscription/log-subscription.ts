import {
  beginning,
  type EventLog,
  type LogReplaced,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { OperationQueue } from '../operation-queue.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { storeBuffer } from '../worker/advance-worker.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { EventFanOut } from './event-fan-out.ts'
import { EventRouter } from './event-router.ts'
import { applyMissedEvents } from './missed-events.ts'

export type LogSubscriptionOptions = {
  log: EventLog
  streams: readonly string[]
  batch: number
  retryPolicy: RetryPolicy
  /** Aborted to end the subscription. */
  stopped: AbortSignal
  fanOut: EventFanOut
}

/** Feeds the workers that caught up from one subscription. Lagging ones read the log until they can join it. */
export class LogSubscription {
  readonly #options: LogSubscriptionOptions
  /** The workers that the subscription feeds; all others are lagging. */
  #caughtUp = new EventRouter([])
  /** Position of the last batch of the subscription. */
  #received = beginning
  /** The last event that it received, or that its workers had seen when it started. */
  #lastSeen: SeenEvent | undefined
  /** The batches of the subscription, and the operations that exclude them. */
  readonly #operations = new OperationQueue()
  readonly #catchingUp = new Set<Promise<unknown>>()
  #unsubscribed = new AbortController()
  /** Set when a lagging worker found that the log was replaced, which ends the subscription. */
  #replacement: LogReplaced | undefined

  constructor(options: LogSubscriptionOptions) {
    this.#options = options
  }

  /** Makes it start at the position of the most advanced worker. To be called while there are no other workers. */
  startAt(workers: readonly ProjectionWorker[]): void {
    this.#received = workers.reduce(
      (farthest, worker) => (worker.position() > farthest ? worker.position() : farthest),
      beginning,
    )
    this.#caughtUp = new EventRouter(workers.filter((worker) => worker.position() === this.#received))
    this.#lastSeen = this.#caughtUp.workers[0]?.newestSeen()
    this.#replacement = undefined
  }

  /** Adds workers, which catch up first if they lag behind. */
  add(workers: readonly ProjectionWorker[]): void {
    this.#catchUpSeparately(workers.filter((worker) => !this.#caughtUp.workers.includes(worker)))
  }

  removeStopped(): void {
    this.#caughtUp = new EventRouter(this.#caughtUp.workers.filter((worker) => !worker.isStopped()))
  }

  /**
   * Subscribes after the position of the last batch. Resolves after `unsubscribe` or when the runner was stopped. Throws
   * `LogReplaced` when the log no longer has the last event, or the last one of a lagging worker.
   */
  async follow(): Promise<void> {
    if (!this.#replacement) await this.#receive()
    if (this.#replacement) throw this.#replacement
  }

  async #receive(): Promise<void> {
    const { log, streams, batch, stopped, fanOut } = this.#options
    this.#unsubscribed = new AbortController()
    const signal = AbortSignal.any([stopped, this.#unsubscribed.signal])
    for await (const { events, position } of log.subscribe({
      after: this.#received,
      ...(this.#lastSeen && { seen: this.#lastSeen }),
      streams,
      batch,
      signal,
    })) {
      await this.runExclusively(async () => {
        if (signal.aborted) return
        const after = this.#received
        this.#received = position
        this.#lastSeen = events.at(-1) ?? this.#lastSeen
        await fanOut.apply(this.#caughtUp, { events, afterPosition: after, upToPosition: position })
        if (signal.aborted) return
        this.#catchUpSeparately(this.#laggingAmong(this.#caughtUp.workers))
        await fanOut.activateCaughtUp(this.#caughtUp.workers)
        this.#catchUpSeparately(this.#laggingAmong(this.#caughtUp.workers))
      })
      if (signal.aborted) return
    }
  }

  unsubscribe(): void {
    this.#unsubscribed.abort()
  }

  /** Resolves when the workers that are catching up now have caught up or failed. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#catchingUp)
  }

  /** Runs one operation at a time; batches of the subscription are operations as well. */
  runExclusively<Result>(operation: () => Promise<Result>): Promise<Result> {
    return this.#operations.run(operation)
  }

  /** Reads the log until every worker has reached the position of the subscription. */
  applyMissedEvents(lagging: EventRouter): Promise<void> {
    return applyMissedEvents(lagging, {
      ...this.#options,
      receivedPosition: () => this.#received,
      onLogReplaced: (error) => {
        this.#replacement = error
        this.unsubscribe()
      },
    })
  }

  /** Takes workers out of the subscription until they have caught up with it. */
  #catchUpSeparately(workers: readonly ProjectionWorker[]): void {
    if (workers.length === 0) return
    this.#caughtUp = new EventRouter(this.#caughtUp.workers.filter((worker) => !workers.includes(worker)))
    const done = this.#catchUp(new EventRouter(workers)).finally(() => this.#catchingUp.delete(done))
    this.#catchingUp.add(done)
  }

  async #catchUp(lagging: EventRouter): Promise<void> {
    const { retryPolicy, fanOut } = this.#options
    await this.applyMissedEvents(lagging)
    // Not exclusively, because the subscription would have to wait.
    await Promise.all(
      lagging.workers
        .filter((worker) => worker.isCaughtUp())
        .map((worker) => storeBuffer(worker, retryPolicy)),
    )
    await this.runExclusively(async () => {
      await this.applyMissedEvents(lagging)
      await fanOut.activateCaughtUp(lagging.workers)
      this.#caughtUp = new EventRouter([
        ...this.#caughtUp.workers,
        ...lagging.workers.filter((worker) => worker.isRunning()),
      ])
      this.#catchUpSeparately(this.#laggingAmong(lagging.workers))
    })
  }

  /** The workers that lag behind the subscription because they reloaded their checkpoint or started a new build. */
  #laggingAmong(workers: readonly ProjectionWorker[]): ProjectionWorker[] {
    // A stopped runner no longer reads the log.
    if (this.#options.retryPolicy.isStopped()) return []
    return workers.filter(
      (worker) => worker.isRunning() && !worker.poison && worker.position() < this.#received,
    )
  }
}
