// Reads the log once for all builds that follow it. Each has the batches that it has not applied yet, and goes at its own pace. The reader
// waits for slow ones, but never longer than a second. One that is too slow loses its batches, and reads the log alone until it has reached
// what is read for all.

import {
  LogReplaced,
  type Batch,
  type EventLog,
  type SeenEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import type { Build, EventRange } from './build.ts'
import { LogNotReadable, waitAtMost, Wakeup, type RunnerParts } from './retries.ts'

export type SharedReaderOptions = Pick<RunnerParts, 'log' | 'batch' | 'retryPolicy' | 'scheduler'> & {
  /** The streams of the projections that share the reading. */
  streams: readonly string[]
  /** How many they are: reading begins when all follow, or after a second. */
  size: number
  /** Receives each reading, which resolves when it has ended. */
  track(reading: Promise<void>): void
}

/** How long the reader waits for a follower that does not keep up, before it reads on without it. */
const patienceMs = 1_000
/** Batches that are kept for a follower that does not keep up. A follower that lags by more than half of them is slow. */
const keptBatches = 4

/** A build that follows, the batches that were read for it, and the position after which they begin. */
type Follower = { readonly build: Build; after: bigint; batches: Batch[]; lag: number }

/** How many events a batch counts as. */
const sizeOf = ({ events }: Batch): number => Math.max(events.length, 1)

/** Lets a follower continue with what is read after a position, once it is there. */
function continueAfter(follower: Follower, position: bigint): void {
  follower.after = position
  follower.batches = []
  follower.lag = 0
}

export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #followers = new Set<Follower>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  /** Up to where the log was read, and the last event that is known there, also of other streams; missing until reading begins. */
  #end: { position: bigint; seen: SeenEvent | undefined } | undefined

  constructor(options: SharedReaderOptions) {
    this.#options = options
  }

  /** Aborted when the log was replaced by an older copy; then there is another one. */
  get replaced(): AbortSignal {
    return this.#replaced.signal
  }

  /**
   * Returns the events after the position of a build, and continues where it is whenever it asks for more. `replaced`: that of this
   * reader before the build was compared with the log. Throws `LogReplaced`, or `LogNotReadable` while it reads alone.
   */
  async *follow(build: Build, replaced: AbortSignal, signal: AbortSignal): AsyncGenerator<EventRange> {
    const { log, batch } = this.#options
    const alone = { batch, signal: AbortSignal.any([replaced, signal]) }
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    const follower = this.#join(build)
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        const range = this.#isAlone(follower) ? undefined : this.#take(follower)
        this.#progress.notify()
        if (range) yield range
        else if (!this.#isAlone(follower)) await this.#newEvents.wait()
        else
          for await (const read of followAlone(log, build, alone)) {
            yield read
            if (!this.#isAlone(follower)) break
          }
      }
    } finally {
      signal.removeEventListener('abort', wake)
      // Reading ends with the last follower; the next one determines where to begin.
      if (this.#followers.delete(follower) && this.#followers.size === 0) this.#stop()
      this.#progress.notify()
    }
  }

  /** Reading begins with the first follower. */
  #join(build: Build): Follower {
    const follower = { build, after: (this.#end ?? build).position, batches: [], lag: 0 }
    this.#followers.add(follower)
    this.#progress.notify()
    if (this.#followers.size === 1) this.#options.track(this.#begin())
    return follower
  }

  #stop(): void {
    this.#end = undefined
    this.#unsubscribed.abort()
  }

  /** Whether the next events of a follower are not among its batches. */
  #isAlone({ build: { position }, after }: Follower): boolean {
    return position < after || position > (this.#end?.position ?? position)
  }

  /** Forgets what a follower has applied, and returns its next events for one step; none if it has applied everything that was read. */
  #take(follower: Follower): EventRange | undefined {
    const { build, batches } = follower
    for (let [first] = batches; first && first.position <= build.position; [first] = batches) {
      batches.shift()
      follower.after = first.position
      follower.lag -= sizeOf(first)
    }
    const next: Batch[] = []
    let size = 0
    for (const batch of batches) {
      size += sizeOf(batch)
      if (next.length > 0 && size > this.#options.batch) break
      next.push(batch)
    }
    return next.length > 0 ? rangeOf(build, follower.after, next) : undefined
  }

  /** Begins with the most advanced follower, so that nobody waits for events that it has applied. */
  async #begin(): Promise<void> {
    const { size, retryPolicy } = this.#options
    this.#unsubscribed = new AbortController()
    const { signal } = this.#unsubscribed
    await this.#waitAtMostUntil(() => this.#followers.size >= size, signal)
    const [first] = [...this.#followers].toSorted(({ build: one }, { build: other }) =>
      one.position < other.position ? 1 : -1,
    )
    if (signal.aborted || !first) return
    const { position } = first.build
    this.#end = { position, seen: first.build.newestSeen() }
    for (const follower of this.#followers) continueAfter(follower, position)
    this.#newEvents.notify()
    await retryPolicy.untilStopped(() => this.#readUntilReplaced(signal))
  }

  /** Ends when the log was replaced by an older copy: everybody then compares its read model with the log. */
  async #readUntilReplaced(signal: AbortSignal): Promise<void> {
    try {
      await this.#read(signal)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      if (signal.aborted) return
      // Nobody of them knows its position in this log.
      this.#followers.clear()
      this.#stop()
      this.#replaced.abort(error)
      this.#replaced = new AbortController()
      this.#newEvents.notify()
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { log, streams, batch: maxEvents } = this.#options
    if (signal.aborted || this.#end === undefined) return
    const { position: after, seen } = this.#end
    const kept = keptBatches * maxEvents
    const range = { after, ...(seen && { seen }), streams, batch: maxEvents, signal }
    for await (const read of followLog(log, range)) {
      if (signal.aborted) return
      this.#end = { position: read.position, seen: read.newest ?? read.events.at(-1) ?? this.#end.seen }
      for (const follower of this.#followers) {
        follower.batches.push(read)
        follower.lag += sizeOf(read)
      }
      this.#newEvents.notify()
      const areAllFast = () =>
        [...this.#followers].every((follower) => this.#isAlone(follower) || follower.lag <= kept / 2)
      const limit = (await this.#waitAtMostUntil(areAllFast, signal)) ? kept : kept / 2
      if (signal.aborted) return
      for (const follower of this.#followers) if (follower.lag > limit) continueAfter(follower, read.position)
    }
  }

  /** Waits for progress of the followers until a condition holds; false when they took too long. */
  async #waitAtMostUntil(condition: () => boolean, signal: AbortSignal): Promise<boolean> {
    const waiting = async () => {
      while (!signal.aborted && !condition()) await this.#progress.wait()
    }
    await waitAtMost(patienceMs, this.#options.scheduler, waiting())
    return condition()
  }
}

/** Returns batches that follow each other as one range, with the events of the streams of a build. */
function rangeOf({ projection }: Build, afterPosition: bigint, batches: readonly Batch[]): EventRange {
  const [first] = batches
  const events = first && batches.length === 1 ? first.events : batches.flatMap((batch) => batch.events)
  const { position: upToPosition, newest } = batches.at(-1) ?? { position: afterPosition }
  const isBeyond = newest && newest.position > (events.at(-1)?.position ?? afterPosition)
  return {
    events: events.filter(({ stream }) => projection.streams.some((prefix) => stream.startsWith(prefix))),
    afterPosition,
    upToPosition,
    newest: [...newestEvents(events), ...(isBeyond ? [newest] : [])],
  }
}

/** Subscribes to the log after a position. Throws `LogNotReadable`, or `LogReplaced` when the log no longer has the event `seen`. */
async function* followLog(
  log: Pick<EventLog, 'subscribe'>,
  subscription: SubscriptionOptions,
): AsyncGenerator<Batch> {
  try {
    yield* log.subscribe(subscription)
  } catch (error) {
    throw error instanceof LogReplaced ? error : new LogNotReadable(error)
  }
}

/** Subscribes to what a build has not applied yet. */
export async function* followAlone(
  log: Pick<EventLog, 'subscribe'>,
  build: Build,
  options: Required<Pick<SubscriptionOptions, 'batch' | 'signal'>>,
): AsyncGenerator<EventRange & { caughtUp: boolean }> {
  let after = build.position
  const seen = build.newestSeen()
  const { streams } = build.projection
  for await (const batch of followLog(log, { after, ...(seen && { seen }), streams, ...options })) {
    yield { ...rangeOf(build, after, [batch]), caughtUp: batch.caughtUp }
    after = batch.position
  }
}
