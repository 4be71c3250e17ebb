// Reads the Redis stream of the live messages from its current end, each entry once. This replaces the loop of
// `@socket.io/redis-streams-adapter`, which reads from `$` until the first entry arrives and so loses entries between two reads, does not
// notice a stream that was flushed, restored or trimmed, and retries without a pause while Redis is down.

import type { createClient } from 'redis'
import { pause, type Scheduler } from '../../scheduler.ts'

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

export type StreamReader = ReturnType<typeof streamReader>

export function streamReader({ client, stream, maxLength, scheduler, blockMs, onGap }: StreamReaderOptions) {
  /** Id of the last entry that was read; `undefined` before the first resync. */
  let lastId: string | undefined
  /** Whether every read since the last resync succeeded. */
  let isPositionKnown = false
  let isClosed = false
  let lastReadAt = 0

  /** Whether the stream still holds everything that was added after an id. */
  async function isComplete(id: string): Promise<boolean> {
    if (id === startId) return (await client.xLen(stream)) < maxLength
    return ((await client.xRange(stream, id, id)) ?? []).length > 0
  }

  async function endId(): Promise<string> {
    const last = await client.xRevRange(stream, '+', '-', { COUNT: 1 })
    return last?.[0]?.id ?? startId
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

  async function readAfter(id: string): Promise<Reply> {
    const reply: Reply = await client.xRead({ key: stream, id }, { COUNT: batchSize, BLOCK: blockMs })
    const entries = reply?.[0]?.messages ?? []
    lastId = entries.at(-1)?.id ?? id
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
    return entries.length === 0 ? null : reply
  }

  return {
    /** Returns the next entries, or null when none arrived in time. Never rejects: while Redis is down, it waits and retries. */
    next: async (): Promise<Reply> => {
      try {
        return await readAfter(isPositionKnown && lastId !== undefined ? lastId : await resync())
      } catch {
        isPositionKnown = false
        await pause(scheduler, retryDelayMs)
      }
      // The adapter calls again at once, so a closed reader never resolves.
      return isClosed ? new Promise(() => undefined) : null
    },
    /** Whether the last read succeeded, so that no entry is missed. */
    isReading: (): boolean => isPositionKnown,
    close: (): void => {
      isClosed = true
      client.destroy()
    },
  }
}
