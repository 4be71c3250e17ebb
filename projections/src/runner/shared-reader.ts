import {
  beginning,
  LogReplaced,
  type Batch,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import { followAlone, followLog, type EventRange, type Follower } from './follow-log.ts'
import { retryUntilStopped, type RunnerParts } from './retries.ts'
import { Wakeup } from './wakeup.ts'

export type SharedReaderOptions = Omit<RunnerParts, 'store'> & {
  /** The streams of the projections that share the reading. */
  streams: readonly string[]
  /** How many they are: reading begins when all follow, or after a second. */
  size: number
}

/** How long the reader waits for a follower that does not keep up, before it reads on without it. */
const patienceMs = 1_000
/** Batches that are kept for followers that do not keep up. A follower that lags by more than half of them is slow. */
const keptBatches = 4

/**
 * Reads the log once for all followers that keep up. Each follower takes the events at its own pace from the newest events, which are kept
 * in memory. The reader waits for slow followers, but never longer than a second. A follower that is too slow misses events, and reads the
 * log alone until its next events are in memory again.
 */
export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #maxEvents: number
  readonly #followers = new Set<Follower>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  readonly #stopped = new AbortController()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  #isReading = false
  /** All events of the streams after `#start`, up to and including `#end`. */
  #events: RecordedEvent[] = []
  #start = beginning
  #end = beginning
  /** The last event that was read, also of other streams, or that the followers had seen when reading began. */
  #lastSeen: SeenEvent | undefined

  /** Throws for a projection that reads a part of a stream family: events are filtered by family. */
  constructor(options: SharedReaderOptions) {
    const partial = options.streams.find((prefix) => /-./.test(prefix))
    if (partial)
      throw new Error(`A projection reads ${partial}; it reads whole stream families, as "project-".`)
    this.#options = options
    this.#maxEvents = keptBatches * options.batch
  }

  /** Aborted when the log was replaced by an older copy; then there is another one. */
  get replaced(): AbortSignal {
    return this.#replaced.signal
  }

  /**
   * Returns the events after the position of a build, and continues where it is whenever it asks for more. `replaced`: that of this
   * reader before the build was compared with the log. Throws `LogReplaced`, or `LogNotReadable` while it reads alone.
   */
  async *follow(follower: Follower, replaced: AbortSignal, signal: AbortSignal): AsyncGenerator<EventRange> {
    const isWanted = streamFamilyFilter(follower.projection.streams)
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    this.#followers.add(follower)
    this.#progressed()
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        const { position } = follower
        if (this.#isReading && !this.#hasPlaceAt(position))
          yield* this.#followAlone(follower, AbortSignal.any([replaced, signal]))
        else if (this.#isReading && position < this.#end) yield this.#rangeAfter(position, isWanted)
        else {
          await this.#newEvents.wait()
          continue
        }
        this.#progressed()
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#leave(follower)
    }
  }

  stop(): void {
    this.#stopped.abort()
    this.#progress.notify()
  }

  /** Resolves when the reader was stopped. */
  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const first = await this.#farthest()
      if (first === undefined) continue
      this.#unsubscribed = new AbortController()
      const signal = AbortSignal.any([this.#stopped.signal, this.#unsubscribed.signal])
      this.#events = []
      this.#start = first.position
      this.#end = first.position
      this.#lastSeen = first.newestSeen()
      this.#isReading = true
      this.#newEvents.notify()
      await retryUntilStopped(this.#options.retryPolicy, () => this.#readUntilReplaced(signal))
      this.#isReading = false
    }
  }

  /** Ends when its next events are with the shared ones. */
  async *#followAlone(follower: Follower, signal: AbortSignal): AsyncGenerator<EventRange> {
    const { log, batch } = this.#options
    for await (const range of followAlone(log, follower, { batch, signal })) {
      yield range
      if (this.#hasPlaceAt(follower.position)) return
    }
  }

  /** Reading ends with the last follower; the next one determines where to begin. */
  #leave(follower: Follower): void {
    this.#followers.delete(follower)
    if (this.#followers.size === 0) {
      this.#isReading = false
      this.#unsubscribed.abort()
    }
    this.#progressed()
  }

  #progressed(): void {
    this.#trim()
    this.#progress.notify()
  }

  #hasPlaceAt(position: bigint): boolean {
    return this.#isReading && position >= this.#start && position <= this.#end
  }

  /** Ends when the log was replaced by an older copy: everybody then compares its read model with the log. */
  async #readUntilReplaced(signal: AbortSignal): Promise<void> {
    try {
      await this.#read(signal)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      this.#isReading = false
      // Nobody of them knows its position in this log.
      this.#followers.clear()
      this.#replaced.abort(error)
      this.#replaced = new AbortController()
      this.#newEvents.notify()
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { log, streams, batch } = this.#options
    if (signal.aborted) return
    const seen = this.#lastSeen && { seen: this.#lastSeen }
    for await (const read of followLog(log, { after: this.#end, ...seen, streams, batch, signal })) {
      if (signal.aborted) return
      this.#append(read)
      this.#newEvents.notify()
      const areAllFast = () => signal.aborted || !this.#isAnySlow()
      if (!(await this.#waitAtMostUntil(areAllFast))) this.#keepNewest(this.#maxEvents / 2)
      if (signal.aborted) return
    }
  }

  #append({ events, position, newest }: Batch): void {
    for (const event of events) this.#events.push(event)
    this.#end = position
    this.#lastSeen = newest ?? events.at(-1) ?? this.#lastSeen
    this.#trim()
  }

  /** Returns a batch of wanted events after a position. */
  #rangeAfter(position: bigint, isWanted: (stream: string) => boolean): EventRange {
    const events: RecordedEvent[] = []
    for (let index = this.#indexAfter(position); index < this.#events.length; index++) {
      const event = this.#events[index]
      if (!event || !isWanted(event.stream)) continue
      const last = events.at(-1)
      if (last && events.length === this.#options.batch)
        return { events, afterPosition: position, upToPosition: last.position, newest: events }
      events.push(event)
    }
    const last = this.#events.at(-1)?.position ?? beginning
    const newest = [
      ...newestEvents(this.#events),
      ...(this.#lastSeen && this.#lastSeen.position > last ? [this.#lastSeen] : []),
    ]
    return { events, afterPosition: position, upToPosition: this.#end, newest }
  }

  /** Whether a follower needs so many events that there may soon be no room for them. */
  #isAnySlow(): boolean {
    if (this.#events.length <= this.#maxEvents / 2) return false
    for (const { position } of this.#followers)
      if (
        this.#hasPlaceAt(position) &&
        this.#events.length - this.#indexAfter(position) > this.#maxEvents / 2
      )
        return true
    return false
  }

  /** Keeps the events that followers need, `maxEvents` at most. Followers that read alone count, so that they can join again. */
  #trim(): void {
    let keepAfter = this.#end
    for (const { position } of this.#followers) {
      if (position < keepAfter) keepAfter = position
      if (keepAfter <= this.#start) break
    }
    this.#keepNewest(Math.min(this.#events.length - this.#indexAfter(keepAfter), this.#maxEvents))
  }

  #keepNewest(count: number): void {
    const dropped = this.#events[this.#events.length - count - 1]
    if (!dropped) return
    this.#start = dropped.position
    this.#events.splice(0, this.#events.length - count)
  }

  /** Index of the first event after a position. */
  #indexAfter(position: bigint): number {
    let [low, high] = [0, this.#events.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#events[middle]?.position ?? position) <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Where to begin: with the most advanced follower, so that nobody waits for events that it has applied. */
  async #farthest(): Promise<Follower | undefined> {
    while (this.#followers.size === 0 && !this.#stopped.signal.aborted) await this.#progress.wait()
    await this.#waitAtMostUntil(() => this.#followers.size >= this.#options.size)
    return [...this.#followers].toSorted((one, other) => (one.position < other.position ? 1 : -1))[0]
  }

  /** Waits for progress of the followers until a condition holds; false when they took too long. */
  async #waitAtMostUntil(condition: () => boolean): Promise<boolean> {
    if (condition()) return true
    let isOver = false
    const cancelTimer = this.#options.scheduler.after(patienceMs, () => {
      isOver = true
      this.#progress.notify()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the timer changes it
    while (!isOver && !this.#stopped.signal.aborted && !condition()) await this.#progress.wait()
    cancelTimer()
    return !isOver
  }
}

/**
 * Returns whether a stream has one of these prefixes, which are whole families such as `project-`. It is called for every event and
 * every projection, so it remembers the result of each family, and tries the family of the last stream first.
 */
function streamFamilyFilter(prefixes: readonly string[]): (stream: string) => boolean {
  const isReadByFamily = new Map<string, boolean>()
  let last = { family: '-', isRead: false }
  return (stream) => {
    if (stream.startsWith(last.family)) return last.isRead
    const dash = stream.indexOf('-')
    const family = dash < 0 ? stream : stream.slice(0, dash + 1)
    let isRead = isReadByFamily.get(family)
    if (isRead === undefined) {
      isRead = prefixes.some((prefix) => family.startsWith(prefix))
      isReadByFamily.set(family, isRead)
    }
    if (dash > 0) last = { family, isRead }
    return isRead
  }
}
