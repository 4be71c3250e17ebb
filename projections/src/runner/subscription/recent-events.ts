import {
  beginning,
  type Batch,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'

/** All events for a worker after one position and up to another. */
export type EventRange = {
  events: readonly RecordedEvent[]
  afterPosition: bigint
  upToPosition: bigint
  /** The last events of the range, also of streams that the projection does not read; `events` when missing. */
  newest?: readonly SeenEvent[]
}

/** What one worker still needs of the recent events. */
export type Need = {
  /** Events after this position are kept while there is room; `undefined`: none. */
  keepAfter: bigint | undefined
  /** Whether reading on would drop events that the worker is about to apply. */
  isAwaited: boolean
}

/** The newest events of the log, read once for all workers. It keeps what workers still need, up to a limit. */
export class RecentEvents {
  readonly #needs: ReadonlySet<Need>
  readonly #maxEvents: number
  /** All events after `#start`, up to and including `#end`. */
  #events: RecordedEvent[] = []
  #start = beginning
  #end = beginning
  /** The last event up to `#end`, also of streams that no worker reads. */
  #newest: SeenEvent | undefined

  constructor(needs: ReadonlySet<Need>, maxEvents: number) {
    this.#needs = needs
    this.#maxEvents = maxEvents
  }

  /** Position up to which the log was read. */
  get end(): bigint {
    return this.#end
  }

  restartAt(position: bigint): void {
    this.#events = []
    this.#start = position
    this.#end = position
    this.#newest = undefined
  }

  append({ events, position, newest }: Pick<Batch, 'events' | 'position' | 'newest'>): void {
    for (const event of events) this.#events.push(event)
    this.#end = position
    this.#newest = newest
    this.trim()
  }

  /** Whether a worker at this position misses no event when it continues here. */
  covers(position: bigint): boolean {
    return position >= this.#start && position <= this.#end
  }

  /** Returns at most `limit` events of wanted streams after a position that is covered. */
  rangeAfter(position: bigint, isWanted: (stream: string) => boolean, limit: number): EventRange {
    const events: RecordedEvent[] = []
    for (let index = this.#indexAfter(position); index < this.#events.length; index++) {
      const event = this.#events[index]
      if (!event || !isWanted(event.stream)) continue
      const last = events.at(-1)
      if (last && events.length === limit)
        return { events, afterPosition: position, upToPosition: last.position }
      events.push(event)
    }
    const newest = [...newestEvents(this.#events), ...(this.#newest ? [this.#newest] : [])]
    return { events, afterPosition: position, upToPosition: this.#end, newest }
  }

  /** Whether an awaited worker needs so many events that there may be no room for the next batch. */
  isFull(): boolean {
    for (const need of this.#needs) if (need.isAwaited && this.#fills(need)) return true
    return false
  }

  /** Stops waiting for the workers that need too many events; they lose the oldest ones. */
  stopAwaitingSlow(): void {
    for (const need of this.#needs) if (this.#fills(need)) need.isAwaited = false
  }

  /** Drops events that no worker needs, and the oldest ones beyond the limit. */
  trim(): void {
    let keepAfter = this.#end
    for (const need of this.#needs)
      if (need.keepAfter !== undefined && need.keepAfter < keepAfter) keepAfter = need.keepAfter
    const count = Math.max(this.#indexAfter(keepAfter), this.#events.length - this.#maxEvents)
    const dropped = this.#events[count - 1]
    if (!dropped) return
    this.#start = dropped.position
    this.#events.splice(0, count)
  }

  #fills({ keepAfter }: Need): boolean {
    if (keepAfter === undefined) return false
    return this.#events.length - this.#indexAfter(keepAfter) > this.#maxEvents / 2
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
}
