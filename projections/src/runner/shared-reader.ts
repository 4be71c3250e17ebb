import { LogReplaced, type Batch, type SeenEvent } from '@thirty/infra/event-log/event-log.ts'
import { followAlone, followLog, rangeOf, type EventRange, type FollowingBuild } from './follow-log.ts'
import { retryUntilStopped, type RunnerParts } from './retries.ts'
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

/**
 * Reads the log once for all followers that keep up. Each follower takes the events at its own pace from its own queue. The
 * reader waits for slow followers, but never longer than a second. A queue that is full loses its oldest events: then its
 * follower reads the log alone until its next events are in the queue.
 */
export class SharedReader {
  readonly #options: SharedReaderOptions
  readonly #followers = new Set<Follower>()
  /** Notified when followers joined, moved or left. */
  readonly #progress = new Wakeup()
  readonly #newEvents = new Wakeup()
  #unsubscribed = new AbortController()
  #replaced = new AbortController()
  /** Where the reading is; missing until it begins. */
  #end: bigint | undefined
  /** The last event that was read, also of other streams, or that the followers had seen when reading began. */
  #lastSeen: SeenEvent | undefined

  /** Throws for a projection that reads a part of a stream family: events are filtered by family. */
  constructor(options: SharedReaderOptions) {
    const partial = options.streams.find((prefix) => /-./.test(prefix))
    if (partial)
      throw new Error(`A projection reads ${partial}; it reads whole stream families, as "project-".`)
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
  async *follow(
    build: FollowingBuild,
    replaced: AbortSignal,
    signal: AbortSignal,
  ): AsyncGenerator<EventRange> {
    const { log, batch } = this.#options
    const isWanted = streamFamilyFilter(build.projection.streams)
    const alone = { batch, signal: AbortSignal.any([replaced, signal]) }
    const wake = () => this.#newEvents.notify()
    signal.addEventListener('abort', wake)
    const follower = new Follower(build, batch, this.#end ?? build.position)
    this.#join(follower)
    try {
      while (!signal.aborted) {
        replaced.throwIfAborted()
        if (follower.isAlone)
          for await (const range of followAlone(log, build, alone)) {
            yield range
            if (!follower.isAlone) break
          }
        const batches = follower.next()
        this.#progress.notify()
        if (batches.length > 0) yield rangeOf(follower.start, batches, isWanted)
        else if (!follower.isAlone) await this.#newEvents.wait()
      }
    } finally {
      signal.removeEventListener('abort', wake)
      this.#leave(follower)
    }
  }

  /** Reading begins with the first follower. */
  #join(follower: Follower): void {
    this.#followers.add(follower)
    this.#progress.notify()
    if (this.#followers.size === 1) this.#options.track(this.#begin())
  }

  /** Reading ends with the last follower; the next one determines where to begin. */
  #leave(follower: Follower): void {
    if (this.#followers.delete(follower) && this.#followers.size === 0) this.#stop()
    this.#progress.notify()
  }

  #stop(): void {
    this.#end = undefined
    this.#unsubscribed.abort()
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
    this.#end = first.build.position
    this.#lastSeen = first.build.newestSeen()
    for (const follower of this.#followers) follower.start = follower.end = this.#end
    this.#newEvents.notify()
    await retryUntilStopped(retryPolicy, () => this.#readUntilReplaced(signal))
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
    const { log, streams, batch } = this.#options
    if (signal.aborted || this.#end === undefined) return
    const seen = this.#lastSeen && { seen: this.#lastSeen }
    for await (const read of followLog(log, { after: this.#end, ...seen, streams, batch, signal })) {
      if (signal.aborted) return
      this.#end = read.position
      this.#lastSeen = read.newest ?? read.events.at(-1) ?? this.#lastSeen
      for (const follower of this.#followers) follower.add(read)
      this.#newEvents.notify()
      const areAllFast = () => ![...this.#followers].some(({ isSlow }) => isSlow)
      if (await this.#waitAtMostUntil(areAllFast, signal)) continue
      for (const follower of this.#followers) if (follower.isSlow) follower.skipTo(read.position)
    }
  }

  /** Waits for progress of the followers until a condition holds; false when they took too long. */
  async #waitAtMostUntil(condition: () => boolean, signal: AbortSignal): Promise<boolean> {
    if (condition()) return true
    let isOver = false
    const cancelTimer = this.#options.scheduler.after(patienceMs, () => {
      isOver = true
      this.#progress.notify()
    })
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition -- the timer changes it
    while (!isOver && !signal.aborted && !condition()) await this.#progress.wait()
    cancelTimer()
    return !isOver
  }
}

/** A build that follows, and the batches that it has not applied yet. */
class Follower {
  readonly build: FollowingBuild
  /** The batches have every event after this position and up to `end`. */
  start: bigint
  end: bigint
  readonly #maxStep: number
  #batches: Batch[] = []
  #size = 0

  constructor(build: FollowingBuild, maxStep: number, start: bigint) {
    this.build = build
    this.#maxStep = maxStep
    this.start = start
    this.end = start
  }

  /** Whether its next events are not in the batches, so that it reads the log alone. */
  get isAlone(): boolean {
    const { position } = this.build
    return position < this.start || position > this.end
  }

  /** Whether there may soon be no room for its next events. */
  get isSlow(): boolean {
    return this.#size > (keptBatches * this.#maxStep) / 2 && !this.isAlone
  }

  add(batch: Batch): void {
    this.#batches.push(batch)
    this.end = batch.position
    this.#size += sizeOf(batch)
    if (this.#size > keptBatches * this.#maxStep) this.skipTo(batch.position)
  }

  /** Drops the batches up to a position. */
  skipTo(position: bigint): void {
    for (let [batch] = this.#batches; batch && batch.position <= position; [batch] = this.#batches) {
      this.#batches.shift()
      this.#size -= sizeOf(batch)
      this.start = batch.position
    }
  }

  /** Returns the next batches for one step; they begin after `start`. */
  next(): readonly Batch[] {
    this.skipTo(this.build.position)
    if (this.isAlone) return []
    let size = 0
    const end = this.#batches.findIndex((batch) => (size += sizeOf(batch)) > this.#maxStep)
    return this.#batches.slice(0, end < 0 ? undefined : Math.max(end, 1))
  }
}

/** An empty batch counts, too: it is kept. */
const sizeOf = ({ events }: Batch): number => Math.max(events.length, 1)

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
