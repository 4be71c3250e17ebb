import {
  beginning,
  LogReplaced,
  type Batch,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import { followLog, LogNotReadable, type EventRange } from './follow-log.ts'
import { delayAfter, retryUntilStopped, type RunnerParts } from './retries.ts'
import { Wakeup } from './wakeup.ts'

/** `streams`: those of the projections of all members. */
type SharedReaderOptions = Omit<RunnerParts, 'store'> & { streams: readonly string[] }

/** A worker that is served by the reader. */
export type Member = {
  /** Whether it knows its position. */
  readonly isOpen: boolean
  /** Position of the last event that it has applied. */
  readonly position: bigint
  /** Notified when there are new events. */
  readonly newEvents: Wakeup
  /** Whether the reader waits for it; false when it failed or was too slow, until it asks for events again. */
  isAwaited: boolean
  newestSeen(): SeenEvent | undefined
  /** Called when the log was replaced by an older copy: it then compares its read model with the log. */
  close(reason: LogReplaced): void
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
  readonly #maxEvents: number
  readonly #members = new Set<Member>()
  readonly #progress = new Wakeup()
  readonly #stopped = new AbortController()
  #unsubscribed = new AbortController()
  /** How often in a row the log said that it was put back. */
  #replacements = 0
  #isReading = false
  /** All events of the streams after `#start`, up to and including `#end`. */
  #events: RecordedEvent[] = []
  #start = beginning
  #end = beginning
  /** The last event that was read, also of other streams, or that the workers had seen when reading began. */
  #lastSeen: SeenEvent | undefined

  constructor(options: SharedReaderOptions) {
    this.#options = options
    this.#maxEvents = keptBatches * options.batch
  }

  /** Adds a worker. Everything is kept for it until it knows where it continues. */
  join(member: Member): void {
    this.#members.add(member)
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
    this.#trim()
    this.#progress.notify()
  }

  /**
   * Returns the next events for a worker; without progress if there are none yet, and `undefined` if it has to read the
   * log alone because its next events are not here.
   */
  eventsFor(member: Member, isWanted: (stream: string) => boolean): EventRange | undefined {
    const { position } = member
    if (!this.#isReading) return { events: [], afterPosition: position, upToPosition: position, newest: [] }
    if (!this.hasPlaceAt(position)) return undefined
    member.isAwaited = true
    return this.#rangeAfter(position, isWanted)
  }

  /** Whether a worker at this position can continue here. */
  hasPlaceAt(position: bigint): boolean {
    return this.#isReading && position >= this.#start && position <= this.#end
  }

  stop(): void {
    this.#stopped.abort()
    this.#progress.notify()
  }

  /** Resolves when the reader was stopped. */
  async run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const start = await this.#farthestPosition()
      if (start === undefined) continue
      this.#unsubscribed = new AbortController()
      const signal = AbortSignal.any([this.#stopped.signal, this.#unsubscribed.signal])
      this.#events = []
      this.#start = start
      this.#end = start
      this.#isReading = true
      this.#notifyMembers()
      await retryUntilStopped(this.#options.retryPolicy, () => this.#readUntilReplaced(signal))
      this.#isReading = false
    }
  }

  /** Ends when the log was replaced by an older copy: every worker then compares its read model with the log. */
  async #readUntilReplaced(signal: AbortSignal): Promise<void> {
    try {
      await this.#read(signal)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      for (const member of this.#members) member.close(error)
      this.#isReading = false
      this.#notifyMembers()
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
      this.#notifyMembers()
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
      ({ isAwaited, isOpen, position }) =>
        isAwaited &&
        isOpen &&
        this.hasPlaceAt(position) &&
        this.#events.length - this.#indexAfter(position) > this.#maxEvents / 2,
    )
  }

  /** Drops events that no worker needs, and the oldest ones beyond the limit. */
  #trim(): void {
    let keepAfter = this.#end
    // One that reads alone needs as many as there is room for, so that it finds its place even if events never stop.
    for (const { isAwaited, position } of this.#members)
      if (isAwaited && position < keepAfter) keepAfter = position
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

  /**
   * Where to begin: at the position of the most advanced worker, so that nobody waits for events that it has applied.
   * A worker that is slow to learn its position is not waited for.
   */
  async #farthestPosition(): Promise<bigint | undefined> {
    const opened = () => [...this.#members].filter(({ isOpen }) => isOpen)
    while (opened().length === 0 && !this.#stopped.signal.aborted) await this.#progress.wait()
    await this.#waitAtMostUntil(() =>
      [...this.#members].every(({ isOpen, isAwaited }) => isOpen || !isAwaited),
    )
    const [farthest] = opened().sort((one, other) => (one.position < other.position ? 1 : -1))
    this.#lastSeen = farthest?.newestSeen()
    return farthest?.position
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
    while (!isOver && !this.#stopped.signal.aborted && !condition()) await this.#progress.wait()
    cancelTimer()
  }

  #notifyMembers(): void {
    for (const { newEvents } of this.#members) newEvents.notify()
  }
}
