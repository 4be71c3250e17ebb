import {
  beginning,
  LogReplaced,
  type Batch,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import { followAlone, followLog, LogNotReadable, type EventRange, type Follower } from './follow-log.ts'
import { delayAfter, retryUntilStopped, type RunnerParts } from './retries.ts'
import { streamFamilyFilter } from './stream-families.ts'
import { Wakeup } from './wakeup.ts'

export type SharedReaderOptions = Omit<RunnerParts, 'store'> & {
  /** The streams of the projections that share the reading. */
  streams: readonly string[]
  /** How many they are: reading begins when all follow, or after a second. */
  size: number
}

/** `isAwaited`: the reader waits for it; false when it was too slow, until it requests events again. */
type Member = { readonly follower: Follower; isAwaited: boolean }

/** How long the reader waits for a follower that does not keep up, before it reads on without it. */
const patienceMs = 1_000
/** Batches that are kept for followers that do not keep up. */
const keptBatches = 4

/**
 * Reads the log once for all followers that keep up. Each takes the events at its own pace from the newest ones, which are
 * kept in memory. The reader waits for the slowest follower, but never longer than a second; one that loses events by this reads
 * the log alone until its next events are here again.
 */
export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #maxEvents: number
  readonly #members = new Set<Member>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  readonly #stopped = new AbortController()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  /** How often in a row the log said that it was put back. */
  #replacements = 0
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
    const member = { follower, isAwaited: true }
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    this.#members.add(member)
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        member.isAwaited = true
        this.#progressed()
        const { position } = follower
        if (this.#isReading && !this.#hasPlaceAt(position))
          yield* this.#followAlone(member, AbortSignal.any([replaced, signal]))
        else if (this.#isReading && position < this.#end) yield this.#rangeAfter(position, isWanted)
        else await this.#newEvents.wait()
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#leave(member)
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
  async *#followAlone(member: Member, signal: AbortSignal): AsyncGenerator<EventRange> {
    const { log, batch } = this.#options
    for await (const range of followAlone(log, member.follower, { batch, signal })) {
      member.isAwaited = true
      yield range
      if (this.#hasPlaceAt(member.follower.position)) return
    }
  }

  /** Reading ends with the last follower; the next one determines where to begin. */
  #leave(member: Member): void {
    this.#members.delete(member)
    if (this.#members.size === 0) {
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
      this.#members.clear()
      this.#replaced.abort(error)
      this.#replaced = new AbortController()
      this.#newEvents.notify()
      const delayMs = delayAfter(this.#replacements++)
      if (delayMs === 0) return
      // The log says so again before anything was read. The read models are not to blame.
      this.#options.retryPolicy.report({ error: new LogNotReadable(error), isParked: false })
      await this.#options.retryPolicy.pause(delayMs)
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { log, streams, batch } = this.#options
    if (signal.aborted) return
    const seen = this.#lastSeen && { seen: this.#lastSeen }
    for await (const read of followLog(log, { after: this.#end, ...seen, streams, batch, signal })) {
      if (signal.aborted) return
      this.#append(read)
      this.#replacements = 0
      this.#newEvents.notify()
      await this.#waitAtMostUntil(() => signal.aborted || this.#slowMembers().length === 0)
      for (const member of this.#slowMembers()) member.isAwaited = false
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

  /** The members that need so many events that there may be no room for the next batch. */
  #slowMembers(): Member[] {
    return [...this.#members].filter(
      ({ isAwaited, follower: { position } }) =>
        isAwaited &&
        this.#hasPlaceAt(position) &&
        this.#events.length - this.#indexAfter(position) > this.#maxEvents / 2,
    )
  }

  /** Drops events that nobody needs, and the oldest ones beyond the limit. */
  #trim(): void {
    let keepAfter = this.#end
    // One that reads alone needs as many as there is room for, so that it finds its place even if events never stop.
    for (const { isAwaited, follower } of this.#members)
      if (isAwaited && follower.position < keepAfter) keepAfter = follower.position
    const count = Math.max(this.#indexAfter(keepAfter), this.#events.length - this.#maxEvents)
    const dropped = this.#events[count - 1]
    if (!dropped) return
    this.#start = dropped.position
    this.#events.splice(0, count)
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
    while (this.#members.size === 0 && !this.#stopped.signal.aborted) await this.#progress.wait()
    await this.#waitAtMostUntil(() => this.#members.size >= this.#options.size)
    const followers = [...this.#members].map(({ follower }) => follower)
    return followers.toSorted((one, other) => (one.position < other.position ? 1 : -1))[0]
  }

  /** Waits for progress of the followers until a condition holds, but no longer than they are waited for. */
  async #waitAtMostUntil(condition: () => boolean): Promise<void> {
    if (condition()) return
    let isOver = false
    const cancelTimer = this.#options.scheduler.after(patienceMs, () => {
      isOver = true
      this.#progress.notify()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the timer changes it
    while (!isOver && !this.#stopped.signal.aborted && !condition()) await this.#progress.wait()
    cancelTimer()
  }
}
