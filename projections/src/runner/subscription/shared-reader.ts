import { beginning, LogReplaced, type EventLog, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { Wakeup } from '../wakeup.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import { RepeatedFailure } from '../worker/retry-schedule.ts'
import { followLog, LogNotReadable } from './follow-log.ts'
import { RecentEvents, type EventRange, type Need } from './recent-events.ts'

export type SharedReaderOptions = {
  log: EventLog
  /** The streams of the projections of all members. */
  streams: readonly string[]
  batch: number
  retryPolicy: RetryPolicy
  scheduler: Scheduler
  /** Aborted to end reading. */
  stopped: AbortSignal
}

/** A worker that is served by the reader. */
export type Member = Need & {
  readonly worker: ProjectionWorker
  /** Notified when there are new events. */
  readonly newEvents: Wakeup
}

/** How long the reader waits for a worker that does not keep up, before it reads on without it. */
const patienceMs = 1_000
/** Batches that are kept for workers that do not keep up. */
const keptBatches = 4

/**
 * Reads the log once for all workers that keep up. Each takes the events at its own pace from the newest ones, which are
 * kept in memory. The reader waits for the slowest worker, but never longer than a second; a worker that loses events
 * by this reads the log alone until it finds its place here again.
 */
export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #members = new Set<Member>()
  readonly #recent: RecentEvents
  readonly #progress = new Wakeup()
  #isReading = false
  readonly #logReplacements = new RepeatedFailure()
  /** The last event that was read, or that the workers had seen when reading began. */
  #lastSeen: SeenEvent | undefined
  #unsubscribed = new AbortController()

  constructor(options: SharedReaderOptions) {
    this.#options = options
    this.#recent = new RecentEvents(this.#members, keptBatches * options.batch)
    options.stopped.addEventListener('abort', () => this.progressed())
  }

  /** Adds a worker. Everything is kept for it until it knows where it continues. */
  join(worker: ProjectionWorker): Member {
    const member = { worker, keepAfter: beginning, isAwaited: true, newEvents: new Wakeup() }
    this.#members.add(member)
    return member
  }

  /** Removes a worker. Reading ends with the last one. */
  leave(member: Member): void {
    this.#members.delete(member)
    if (this.#members.size === 0) {
      // The next worker determines where to begin.
      this.#isReading = false
      this.#unsubscribed.abort()
    }
    this.progressed()
  }

  /** To be called whenever a worker moved, or needs something else. */
  progressed(): void {
    this.#recent.trim()
    this.#progress.notify()
  }

  /**
   * Returns the next events for a worker; without progress if there are none yet, and `undefined` if it has to read the
   * log alone because its next events are not here.
   */
  eventsFor(member: Member, isWanted: (stream: string) => boolean): EventRange | undefined {
    const position = member.worker.position()
    if (!this.#isReading) return { events: [], afterPosition: position, upToPosition: position }
    if (!this.#recent.covers(position)) return undefined
    member.keepAfter = position
    member.isAwaited = true
    return this.#recent.rangeAfter(position, isWanted, this.#options.batch)
  }

  /** Whether a worker at this position can continue here. */
  hasPlaceAt(position: bigint): boolean {
    return this.#isReading && this.#recent.covers(position)
  }

  /** Resolves when the reader was stopped. */
  async run(): Promise<void> {
    const { retryPolicy, stopped } = this.#options
    while (!stopped.aborted) {
      const start = await this.#farthestPosition()
      if (start === undefined) continue
      this.#unsubscribed = new AbortController()
      const signal = AbortSignal.any([stopped, this.#unsubscribed.signal])
      this.#recent.restartAt(start)
      this.#isReading = true
      this.#notifyMembers()
      await retryPolicy.retryUntilStopped(() => this.#readUntilReplaced(signal))
      this.#isReading = false
    }
  }

  /** Ends when the log was replaced by an older copy: every worker then compares its read model with the log. */
  async #readUntilReplaced(signal: AbortSignal): Promise<void> {
    try {
      await this.#read(signal)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      for (const { worker } of this.#members) worker.close(error)
      this.#isReading = false
      this.#notifyMembers()
      await this.#waitIfRepeated(error)
    }
  }

  /** If the log says this again before anything was read, the read models are not to blame: the next try waits. */
  async #waitIfRepeated(error: LogReplaced): Promise<void> {
    const { retryPolicy } = this.#options
    const delayMs = this.#logReplacements.delayMs()
    if (delayMs === 0) return
    retryPolicy.report({ error: new LogNotReadable(error), isParked: false })
    await retryPolicy.pause(delayMs)
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { log, streams, batch } = this.#options
    if (signal.aborted) return
    for await (const received of followLog(log, {
      after: this.#recent.end,
      ...(this.#lastSeen && { seen: this.#lastSeen }),
      streams,
      batch,
      signal,
    })) {
      if (signal.aborted) return
      this.#recent.append(received)
      this.#logReplacements.succeeded()
      this.#lastSeen = received.newest ?? received.events.at(-1) ?? this.#lastSeen
      this.#notifyMembers()
      await this.#waitAtMostUntil(() => signal.aborted || !this.#recent.isFull())
      this.#recent.stopAwaitingSlow()
      if (signal.aborted) return
    }
  }

  /**
   * Where to begin: at the position of the most advanced worker, so that nobody waits for events that it has applied.
   * A worker that is slow to learn its position is not waited for.
   */
  async #farthestPosition(): Promise<bigint | undefined> {
    const { stopped } = this.#options
    const opened = () => [...this.#members].filter(({ worker }) => worker.isOpen)
    while (opened().length === 0 && !stopped.aborted) await this.#progress.wait()
    await this.#waitAtMostUntil(() =>
      [...this.#members].every(({ worker, isAwaited }) => worker.isOpen || !isAwaited),
    )
    const farthest = opened().reduce<ProjectionWorker | undefined>(
      (first, { worker }) => (first === undefined || worker.position() > first.position() ? worker : first),
      undefined,
    )
    this.#lastSeen = farthest?.newestSeen()
    return farthest?.position()
  }

  /** Waits for progress of the workers until a condition holds, but no longer than they are waited for. */
  async #waitAtMostUntil(condition: () => boolean): Promise<void> {
    if (condition()) return
    let isOver = false
    const cancelTimer = this.#options.scheduler.after(patienceMs, () => {
      isOver = true
      this.#progress.notify()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the timer changes it
    while (!isOver && !this.#options.stopped.aborted && !condition()) await this.#progress.wait()
    cancelTimer()
  }

  #notifyMembers(): void {
    for (const { newEvents } of this.#members) newEvents.notify()
  }
}
