// Reads the log once for all followers that keep up. The batches that were read are a chain, along which each follower goes at its own
// pace. The reader waits for slow followers, but never longer than a second. A follower that is too slow is moved to the end of the chain,
// and reads the log alone until it gets there.

import {
  LogReplaced,
  type Batch,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import type { Build, EventRange } from './build.ts'
import { followAlone, followLog, rangeOf } from './follow-log.ts'
import { waitAtMost, type RunnerParts } from './retries.ts'
import { Wakeup } from './wakeup.ts'

export type SharedReaderOptions = Omit<RunnerParts, 'store'> & {
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

/** A batch that was read, and the next one once it was read, too. */
type Link = {
  readonly batch: Batch
  /** The last event that is known up to its end, also of other streams. */
  readonly seen: SeenEvent | undefined
  /** How many events were read until its end; a batch without events counts as one. */
  readonly size: number
  next?: Link
}

/** A build that follows, and a batch that it has applied, or up to which it reads alone. */
type Follower = { readonly build: Build; link: Link }

export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #followers = new Set<Follower>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  /** The end of the chain; missing until reading begins. */
  #last: Link | undefined

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
    const { streams } = build.projection
    const isWanted = ({ stream }: RecordedEvent) => streams.some((prefix) => stream.startsWith(prefix))
    const alone = { batch, signal: AbortSignal.any([replaced, signal]) }
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    const follower = this.#join(build)
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        const batches = this.#nextBatches(follower)
        this.#progress.notify()
        if (this.#isAlone(follower))
          for await (const range of followAlone(log, build, alone)) {
            yield range
            if (!this.#isAlone(follower)) break
          }
        else if (batches.length > 0) yield rangeOf(follower.link.batch.position, batches, isWanted)
        else await this.#newEvents.wait()
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
    const follower = { build, link: this.#last ?? beginChain(build) }
    this.#followers.add(follower)
    this.#progress.notify()
    if (this.#followers.size === 1) this.#options.track(this.#begin())
    return follower
  }

  #stop(): void {
    this.#last = undefined
    this.#unsubscribed.abort()
  }

  /** Whether the next events of a follower are not in the chain. */
  #isAlone({ build, link }: Follower): boolean {
    const { position } = build
    return position < link.batch.position || position > (this.#last ?? link).batch.position
  }

  /** Returns the next batches of a follower for one step, and forgets those that it has applied. */
  #nextBatches(follower: Follower): Batch[] {
    const { position } = follower.build
    let { next } = follower.link
    for (; next && next.batch.position <= position; { next } = next) follower.link = next
    const batches: Batch[] = []
    const maxSize = follower.link.size + this.#options.batch
    for (; next && (next.size <= maxSize || batches.length === 0); { next } = next) batches.push(next.batch)
    return batches
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
    this.#last = beginChain(first.build)
    for (const follower of this.#followers) follower.link = this.#last
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
    if (signal.aborted || this.#last === undefined) return
    const { batch, seen } = this.#last
    const range = { after: batch.position, ...(seen && { seen }), streams, batch: maxEvents, signal }
    for await (const read of followLog(log, range)) {
      if (signal.aborted) return
      this.#last = append(this.#last, read)
      this.#newEvents.notify()
      const kept = keptBatches * maxEvents
      const areAllFast = () =>
        [...this.#followers].every((follower) => this.#isAlone(follower) || this.#lag(follower) <= kept / 2)
      const limit = (await this.#waitAtMostUntil(areAllFast, signal)) ? kept : kept / 2
      if (signal.aborted) return
      for (const follower of this.#followers) if (this.#lag(follower) > limit) follower.link = this.#last
    }
  }

  /** How many events were read after the last ones of a follower. */
  #lag({ link }: Follower): number {
    return (this.#last ?? link).size - link.size
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

/** A chain without batches, where a build is. */
const beginChain = (build: Build): Link => ({
  batch: { events: [], position: build.position, caughtUp: false },
  seen: build.newestSeen(),
  size: 0,
})

/** Appends a batch to a chain, and returns its new end. */
function append(last: Link, batch: Batch): Link {
  const seen = batch.newest ?? batch.events.at(-1) ?? last.seen
  last.next = { batch, seen, size: last.size + Math.max(batch.events.length, 1) }
  return last.next
}
