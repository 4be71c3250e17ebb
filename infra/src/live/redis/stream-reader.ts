// Reads the Redis stream of the live messages from its current end, each entry once. Notices a stream that was flushed, restored or trimmed.

import type { Redis } from 'ioredis'
import type { Scheduler } from '../../scheduler.ts'

/** The used part of a client. It needs a separate connection, because reads block. */
export type StreamClient = Pick<Redis, 'xread' | 'xrange' | 'xrevrange' | 'xlen' | 'disconnect'>

export type StreamReaderOptions = {
  client: StreamClient
  stream: string
  /** Approximate number of entries that the stream keeps. */
  maxLength: number
  scheduler: Scheduler
  /** Milliseconds for which a read waits for entries. */
  blockMs: number
  /** Called when entries may have been lost. Reading continues after the last entry, or at the end if that is gone. */
  onGap: (reason: string) => void
}

/** Maximum entries for each read. */
const batchSize = 100
const retryDelayMs = 250
/** After a pause of this length between two reads, entries may have expired that were not read. */
const longPauseMs = 10_000

/** Id before the first entry of a stream. */
const startId = '0-0'

export class StreamReader {
  readonly #options: StreamReaderOptions
  /** Id of the last entry that was read; `undefined` before the first resync. */
  #lastId: string | undefined
  /** Whether every read since the last resync succeeded. */
  #isPositionKnown = false
  #lastReadAt = 0

  constructor(options: StreamReaderOptions) {
    this.#options = options
  }

  /**
   * Returns the fields and values of the next entries; none when none arrived in time. Never rejects: while Redis is down, it waits for a
   * moment.
   */
  async next(): Promise<string[][]> {
    try {
      const lastId = this.#isPositionKnown && this.#lastId !== undefined ? this.#lastId : await this.#resync()
      return await this.#readAfter(lastId)
    } catch {
      this.#isPositionKnown = false
      await new Promise<void>((resolve) => this.#options.scheduler.after(retryDelayMs, resolve))
      return []
    }
  }

  /** Whether the last read succeeded, so that no entry is missed. */
  isReading(): boolean {
    return this.#isPositionKnown
  }

  async #readAfter(id: string): Promise<string[][]> {
    const { client, stream, onGap, blockMs } = this.#options
    const reply = await client.xread('COUNT', batchSize, 'BLOCK', blockMs, 'STREAMS', stream, id)
    const entries = reply?.[0]?.[1] ?? []
    this.#lastId = entries.at(-1)?.[0] ?? id
    // No entries: a new stream may have smaller ids. A full batch: the stream may have been trimmed past this reader.
    const now = this.#options.scheduler.now()
    const isLate = now - this.#lastReadAt > longPauseMs
    this.#lastReadAt = now
    const needsGapCheck = entries.length === 0 || entries.length >= batchSize || isLate
    // No entry is remembered by which the stream would show that others expired.
    const isUnknown = isLate && id === startId
    if (isUnknown || (needsGapCheck && !(await this.#isComplete(id)))) {
      if (entries.length === 0) this.#lastId = await this.#endId()
      onGap('the stream no longer holds the last entry that was read')
    }
    return entries.map(([, fields]) => fields)
  }

  /** Determines where to read from, at the start and after every error. Entries may have been lost in the meantime. */
  async #resync(): Promise<string> {
    const previousId = this.#lastId
    const lastId =
      previousId !== undefined && (await this.#isComplete(previousId)) ? previousId : await this.#endId()
    this.#lastId = lastId
    this.#isPositionKnown = true
    this.#lastReadAt = this.#options.scheduler.now()
    this.#options.onGap('Redis was unavailable')
    return lastId
  }

  /** Whether the stream still holds everything that was added after an id. */
  async #isComplete(id: string): Promise<boolean> {
    const { client, stream, maxLength } = this.#options
    if (id === startId) return (await client.xlen(stream)) < maxLength
    return (await client.xrange(stream, id, id)).length > 0
  }

  async #endId(): Promise<string> {
    const { client, stream } = this.#options
    const [last] = await client.xrevrange(stream, '+', '-', 'COUNT', 1)
    return last?.[0] ?? startId
  }
}
