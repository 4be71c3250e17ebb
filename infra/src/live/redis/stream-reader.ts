// Reads the Redis stream of the live messages from its current end, each entry once, and notices a stream that was flushed, restored or
// trimmed.

import type { Redis } from 'ioredis'
import { pause, type Scheduler } from '../../scheduler.ts'

export type StreamReaderOptions = {
  /** A connection of its own, because reads block. Its commands fail while Redis is down. */
  client: Pick<Redis, 'xread' | 'xrange' | 'xrevrange' | 'xlen'>
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

export function streamReader({ client, stream, maxLength, scheduler, blockMs, onGap }: StreamReaderOptions) {
  /** Id of the last entry that was read; `undefined` before the first resync. */
  let lastId: string | undefined
  /** Whether every read since the last resync succeeded. */
  let isPositionKnown = false
  let lastReadAt = 0

  /** Whether the stream still holds everything that was added after an id. */
  async function isComplete(id: string): Promise<boolean> {
    if (id === startId) return (await client.xlen(stream)) < maxLength
    return (await client.xrange(stream, id, id)).length > 0
  }

  async function endId(): Promise<string> {
    const [last] = await client.xrevrange(stream, '+', '-', 'COUNT', 1)
    return last?.[0] ?? startId
  }

  /** Determines where to read from, at the start and after every error. Entries may have been lost in the meantime. */
  async function resync(): Promise<string> {
    const id = lastId !== undefined && (await isComplete(lastId)) ? lastId : await endId()
    lastId = id
    isPositionKnown = true
    lastReadAt = scheduler.now()
    onGap('Redis was unavailable')
    return id
  }

  async function readAfter(id: string): Promise<string[][]> {
    const reply = await client.xread('COUNT', batchSize, 'BLOCK', blockMs, 'STREAMS', stream, id)
    const entries = reply?.[0]?.[1] ?? []
    lastId = entries.at(-1)?.[0] ?? id
    const now = scheduler.now()
    const isLate = now - lastReadAt > longPauseMs
    lastReadAt = now
    // No entries: a new stream may have smaller ids. A full batch: the stream may have been trimmed past this reader.
    const needsGapCheck = entries.length === 0 || entries.length >= batchSize || isLate
    // No entry is remembered by which the stream would show that others expired.
    const isUnknown = isLate && id === startId
    if (isUnknown || (needsGapCheck && !(await isComplete(id)))) {
      if (entries.length === 0) lastId = await endId()
      onGap('the stream no longer holds the last entry that was read')
    }
    return entries.map(([, fields]) => fields)
  }

  return {
    /** Returns the fields and values of the next entries; none if none arrived in time. Never rejects: while Redis is down, it waits and retries. */
    next: async (): Promise<string[][]> => {
      try {
        return await readAfter(isPositionKnown && lastId !== undefined ? lastId : await resync())
      } catch {
        isPositionKnown = false
        await pause(scheduler, retryDelayMs)
        return []
      }
    },
    /** Whether the last read succeeded, so that no entry is missed. */
    isReading: (): boolean => isPositionKnown,
  }
}
