import type { createClient } from 'redis'
import type { Scheduler } from '../../scheduler.ts'

/** What we use of the `redis` client, on a connection of its own: a read may wait there for seconds. */
export type StreamClient = Pick<
  ReturnType<typeof createClient>,
  'xRead' | 'xRange' | 'xRevRange' | 'xLen' | 'destroy'
>

/** One stream with what was added to it, as the adapter wants it; null when nothing was for a while. */
type Reply = { name: string; messages: Entry[] }[] | null
type Entry = { id: string; message: Record<string, string> }

export type StreamReaderOptions = {
  client: StreamClient
  stream: string
  /** About how many entries the stream keeps. */
  maxLength: number
  scheduler: Scheduler
  /** News may have passed by unread. Reading goes on where it was, or, if that place is gone, at the end. */
  onGap: (reason: string) => void
}

/** Entries taken at once, milliseconds to wait for one, and milliseconds before another try when Redis is away. */
const batch = 100
const patience = 2_000
const pause = 250

const noEntry = '0-0'

/**
 * Reads a stream from its present end on, each entry once. The adapter's own loop asks for "whatever is new" until it
 * has seen an entry, and so loses what is added between two questions; it does not notice a stream that was flushed,
 * restored or cut off behind its back; and it asks again at once, for ever, when Redis is away. This one knows its place.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions
  /** Id of the last entry that was read; `undefined` before the first look. */
  #place: string | undefined
  /** Whether every question since the last look was answered. */
  #isSure = false
  #isClosed = false

  constructor(options: StreamReaderOptions) {
    this.#options = options
  }

  /** The next entries; null when there were none for a while. Never rejects: while Redis is away, it takes its time. */
  async next(): Promise<Reply> {
    try {
      const place = this.#isSure && this.#place !== undefined ? this.#place : await this.#look()
      return await this.#readAfter(place)
    } catch {
      this.#isSure = false
      await new Promise<void>((resolve) => this.#options.scheduler.after(pause, resolve))
    }
    // The adapter asks again at once, so after the end it gets no answer any more.
    return this.#isClosed ? new Promise(() => undefined) : null
  }

  /** Whether it knew its place when it last asked, so that nothing passes by unread. */
  isReading(): boolean {
    return this.#isSure
  }

  close(): void {
    this.#isClosed = true
    this.#options.client.destroy()
  }

  async #readAfter(place: string): Promise<Reply> {
    const { client, stream, onGap } = this.#options
    const reply: Reply = await client.xRead({ key: stream, id: place }, { COUNT: batch, BLOCK: patience })
    const entries = reply?.[0]?.messages ?? []
    this.#place = entries.at(-1)?.id ?? place
    // Silence may come from a new stream whose ids are smaller, and a full hand from being too slow for the old one.
    const isOdd = entries.length === 0 || entries.length >= batch
    if (isOdd && !(await this.#isThere(place))) {
      if (entries.length === 0) this.#place = await this.#end()
      onGap('the stream goes on somewhere else')
    }
    return entries.length === 0 ? null : reply
  }

  /** Finds out where to read, at the start and after every trouble. News that were being made meanwhile are lost. */
  async #look(): Promise<string> {
    const before = this.#place
    const place = before !== undefined && (await this.#isThere(before)) ? before : await this.#end()
    this.#place = place
    this.#isSure = true
    this.#options.onGap('Redis was out of reach')
    return place
  }

  /** Whether whatever was added after a place is still there. */
  async #isThere(place: string): Promise<boolean> {
    const { client, stream, maxLength: length } = this.#options
    if (place === noEntry) return (await client.xLen(stream)) < length
    return ((await client.xRange(stream, place, place)) ?? []).length > 0
  }

  async #end(): Promise<string> {
    const { client, stream } = this.#options
    const last = await client.xRevRange(stream, '+', '-', { COUNT: 1 })
    return last?.[0]?.id ?? noEntry
  }
}
