// Reads the Redis stream of the live messages from its current end, each entry once. This replaces the loop of
// `@socket.io/redis-streams-adapter`, which reads from `$` until the first entry arrives and so loses entries between two reads, does not
// notice a stream that was flushed, restored or trimmed, and retries without a pause while Redis is down.

import type { createClient } from 'redis'
import type { Scheduler } from '../../scheduler.ts'

/** The used part of a `redis` client. It needs a separate connection, because reads block. */
export type StreamClient = Pick<
  ReturnType<typeof createClient>,
  'xRead' | 'xRange' | 'xRevRange' | 'xLen' | 'destroy'
>

/** New entries of the stream in the form that the adapter expects; null when none arrived in time. */
type Reply = { name: string; messages: Entry[] }[] | null
type Entry = { id: string; message: Record<string, string> }

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
  #isClosed = false
  #lastReadAt = 0

  constructor(options: StreamReaderOptions) {
    this.#options = options
  }

  /** Returns the next entries, or null when none arrived in time. Never rejects: while Redis is down, it waits and retries. */
  async next(): Promise<Reply> {
    try {
      const lastId = this.#isPositionKnown && this.#lastId !== undefined ? this.#lastId : await this.#resync()
      return await this.#readAfter(lastId)
    } catch {
      this.#isPositionKnown = false
      await new Promise<void>((resolve) => this.#options.scheduler.after(retryDelayMs, resolve))
    }
    // The adapter calls again at once, so a closed reader never resolves.
    return this.#isClosed ? new Promise(() => undefined) : null
  }

  /** Whether the last read succeeded, so that no entry is missed. */
  isReading(): boolean {
    return this.#isPositionKnown
  }

  close(): void {
    this.#isClosed = true
    this.#options.client.destroy()
  }

  async #readAfter(id: string): Promise<Reply> {
    const { client, stream, onGap, blockMs } = this.#options
    const reply: Reply = await client.xRead({ key: stream, id }, { COUNT: batchSize, BLOCK: blockMs })
    const entries = reply?.[0]?.messages ?? []
    this.#lastId = entries.at(-1)?.id ?? id
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
    return entries.length === 0 ? null : reply
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
    if (id === startId) return (await client.xLen(stream)) < maxLength
    return ((await client.xRange(stream, id, id)) ?? []).length > 0
  }

  async #endId(): Promise<string> {
    const { client, stream } = this.#options
    const last = await client.xRevRange(stream, '+', '-', { COUNT: 1 })
    return last?.[0]?.id ?? startId
  }
}
