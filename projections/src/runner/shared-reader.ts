// Reads the log once for all builds that follow it, and keeps the last batches: each build takes what it has not applied yet, at its own pace.
// The reader waits for slow ones, but never longer than a second. A build that lags behind the kept batches reads the log alone until it has
// reached them.

import {
  beginning,
  LogReplaced,
  type Batch,
  type EventLog,
  type SeenEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'
import { waitAtMost, Wakeup } from '@thirty/infra/scheduler.ts'
import type { RegisteredProjection } from '../registered-projection.ts'
import type { Build } from './build.ts'
import { LogNotReadable, type RunnerParts } from './retries.ts'

/** How long the reader waits for builds, before it reads on without them. */
const patienceMs = 1_000
/** Full batches that are kept at most. */
const keptBatches = 4

/** How many events a batch counts as. */
const sizeOf = ({ events }: Batch): number => Math.max(events.length, 1)

export class SharedReader {
  readonly #parts: RunnerParts
  readonly #projections: readonly RegisteredProjection[]
  readonly #followers = new Set<Build>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  #kept: Batch[] = []
  /**
   * The position after which the kept batches begin, up to where the log was read, and the last event that is known there, also of other
   * streams; missing until reading begins.
   */
  #read: { from: bigint; to: bigint; seen: SeenEvent | undefined } | undefined

  /** `projections` share the reading. It begins when all of them follow, or after a second. */
  constructor(parts: RunnerParts, projections: readonly RegisteredProjection[]) {
    this.#parts = parts
    this.#projections = projections
  }

  /** Aborted when the log was replaced by an older copy; then there is another one. */
  get replaced(): AbortSignal {
    return this.#replaced.signal
  }

  /**
   * Returns the events after the position of a build, and continues where it is whenever it asks for more. `replaced`: that of this
   * reader before the build was compared with the log. Throws `LogReplaced`, or `LogNotReadable` while it reads alone.
   */
  async *follow(build: Build, replaced: AbortSignal, signal: AbortSignal): AsyncGenerator<Batch> {
    const { log, batch } = this.#parts
    const alone = { batch, signal: AbortSignal.any([replaced, signal]) }
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    this.#followers.add(build)
    // Reading begins with the first follower.
    if (this.#followers.size === 1) void this.#begin()
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        this.#progress.notify()
        const next = this.#nextOf(build)
        if (next) yield next
        else if (!this.#isAlone(build)) {
          this.#forget()
          await this.#newEvents.wait()
        } else
          for await (const read of followAlone(log, build, alone)) {
            yield read
            if (!this.#isAlone(build)) break
          }
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#followers.delete(build)
      // Reading ends with the last follower; the next one determines where to begin.
      if (this.#followers.size === 0) this.#stop()
      // A build that failed at an event reads it again.
      else this.#forget()
      this.#progress.notify()
    }
  }

  #stop(): void {
    this.#read = undefined
    this.#kept = []
    this.#unsubscribed.abort()
  }

  /** Whether the next events of a build are neither kept nor read next. */
  #isAlone({ position }: Build): boolean {
    return this.#read !== undefined && (position < this.#read.from || position > this.#read.to)
  }

  /** Returns the kept events that a build has not applied, for one step; none if it has applied all of them. */
  #nextOf(build: Build): Batch | undefined {
    if (this.#isAlone(build)) return undefined
    const next: Batch[] = []
    let size = 0
    const lastApplied = this.#kept.findLastIndex(({ position }) => position <= build.position)
    for (const batch of this.#kept.slice(lastApplied + 1)) {
      size += sizeOf(batch)
      if (next.length > 0 && size > this.#parts.batch) break
      next.push(batch)
    }
    const last = next.at(-1)
    return last && next.length > 1 ? { ...last, events: next.flatMap(({ events }) => events) } : last
  }

  /** Begins with the most advanced follower, so that nobody waits for events that it has applied. */
  async #begin(): Promise<void> {
    this.#unsubscribed = new AbortController()
    const { signal } = this.#unsubscribed
    await this.#waitAtMostUntil(() => this.#followers.size >= this.#projections.length, signal)
    const [first] = [...this.#followers].toSorted((one, other) => (one.position < other.position ? 1 : -1))
    if (signal.aborted || !first) return
    this.#read = { from: first.position, to: first.position, seen: first.newestSeen() }
    this.#newEvents.notify()
    // Throws only when the runner is stopped.
    await this.#parts.retryPolicy
      .whileUnavailable(undefined, () => this.#readUntilReplaced(signal))
      .catch(() => undefined)
  }

  /**
   * Ends when the log was replaced by an older copy: everybody then compares its read model with the log. Throws `LogNotReadable` for
   * every other failure: all builds would stand still if one of them ended the reading.
   */
  async #readUntilReplaced(signal: AbortSignal): Promise<void> {
    try {
      await this.#readOn(signal)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw new LogNotReadable(error)
      if (signal.aborted) return
      // Nobody of them knows its position in this log.
      this.#followers.clear()
      this.#stop()
      this.#replaced.abort(error)
      this.#replaced = new AbortController()
      this.#newEvents.notify()
    }
  }

  async #readOn(signal: AbortSignal): Promise<void> {
    const { log, batch: maxEvents } = this.#parts
    const read = this.#read
    if (signal.aborted || read === undefined) return
    const streams = [...new Set(this.#projections.flatMap(({ projection }) => projection.streams))]
    const range = { after: read.to, streams, batch: maxEvents, signal, ...(read.seen && { seen: read.seen }) }
    for await (const batch of log.subscribe(range)) {
      if (signal.aborted) return
      read.to = batch.position
      read.seen = batch.newest ?? batch.events.at(-1) ?? read.seen
      this.#kept.push(batch)
      this.#newEvents.notify()
      const surplus = this.#lastBefore(keptBatches * maxEvents)
      const needNone = () =>
        [...this.#followers].every((build) => build.position >= surplus || this.#isAlone(build))
      await this.#waitAtMostUntil(needNone, signal)
      if (signal.aborted) return
      this.#forget(surplus)
    }
  }

  /** Returns the position of the last batch that is not among the last `limit` events. */
  #lastBefore(limit: number): bigint {
    let size = 0
    return this.#kept.findLast((batch) => (size += sizeOf(batch)) > limit)?.position ?? beginning
  }

  /** Forgets the batches that all followers have applied, and those up to a position. */
  #forget(upTo = beginning): void {
    const isNeeded = ({ position }: Batch) =>
      position > upTo && [...this.#followers].some((build) => build.position < position)
    while (this.#read && this.#kept[0] && !isNeeded(this.#kept[0]))
      this.#read.from = this.#kept.shift()?.position ?? this.#read.from
  }

  /** Waits a second at most for progress of the followers until a condition holds. */
  async #waitAtMostUntil(condition: () => boolean, signal: AbortSignal): Promise<void> {
    const waiting = async () => {
      while (!signal.aborted && !condition()) await this.#progress.wait()
    }
    await waitAtMost(patienceMs, this.#parts.scheduler, waiting())
  }
}

/** Subscribes to what a build has not applied yet. Throws `LogNotReadable`, or `LogReplaced` if the log no longer has what it has seen. */
export async function* followAlone(
  log: Pick<EventLog, 'subscribe'>,
  build: Build,
  options: Required<Pick<SubscriptionOptions, 'batch' | 'signal'>>,
): AsyncGenerator<Batch> {
  const { position: after, projection } = build
  const seen = build.newestSeen()
  try {
    yield* log.subscribe({ after, streams: projection.streams, ...options, ...(seen && { seen }) })
  } catch (error) {
    throw error instanceof LogReplaced ? error : new LogNotReadable(error)
  }
}
