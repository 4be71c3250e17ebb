import { mkdir } from 'node:fs/promises'
import { LogUnavailable, beginning } from './event-log.ts'
import type { EventLog } from './event-log.ts'
import { requireValidAppend, requireValidStreamName } from './append-validation.ts'
import { subscribe } from './sqlite/read/subscribe.ts'
import { appendQueue } from './sqlite/write/append-queue.ts'
import type { AppendQueue } from './sqlite/write/append-queue.ts'
import { streamCache } from './sqlite/read/stream-cache.ts'
import { streamBloomFilter } from './sqlite/read/stream-bloom-filter.ts'
import type { StreamBloomFilter } from './sqlite/read/stream-bloom-filter.ts'
import type { StreamCache } from './sqlite/read/stream-cache.ts'
import { readRange, readStream } from './sqlite/read/read-events.ts'
import { openReader } from './sqlite/read/reader.ts'
import type { Reader } from './sqlite/read/reader.ts'
import { requireSafeSqlite } from './sqlite/database.ts'
import { liveTail } from './sqlite/read/live-tail.ts'
import type { LiveTail } from './sqlite/read/live-tail.ts'
import { startWriterThread } from './sqlite/write/writer-thread.ts'
import type { WriterThread } from './sqlite/write/writer-thread.ts'

export type SqliteLogOptions = {
  /** Where `events.db`, `events.head` and `events.lock` lie; made when missing. One process per folder. */
  folder: string
  /**
   * Called once when the disk can no longer be trusted (a failed fsync, a damaged file). Nothing is acknowledged from
   * then on; the process should end, and the next start verifies the log.
   */
  onFailure: (error: Error) => void
}

/** Opens the log once every event in it is verified. Throws a sentence when it is damaged or in use. */
export async function openSqliteLog(options: SqliteLogOptions): Promise<EventLog> {
  const { log, verified } = await startSqliteLog(options)
  await verified
  return log
}

/**
 * Opens the log for reading at once, while another thread verifies it; appends wait for that. For a quick start:
 * nobody may be served before `verified` resolves. It rejects with a sentence when the log is damaged.
 */
export async function startSqliteLog(
  options: SqliteLogOptions,
): Promise<{ log: EventLog; verified: Promise<void> }> {
  requireSafeSqlite(process.versions['sqlite'])
  await mkdir(options.folder, { recursive: true })
  const hot = streamCache()
  const tail = liveTail((event) => {
    hot.append(event)
    known.add(event.stream)
  })
  let trusted = false
  const queue = appendQueue((message) => thread.send(message), tail)
  const thread = startWriterThread(options.folder, {
    onAppended: queue.handleOutcomes,
    onUnavailable: queue.refuse,
    onFailure(error) {
      queue.rejectAll(error.message)
      if (trusted) options.onFailure(error)
    },
  })
  tail.setHead(await thread.opened)
  const reader = openReader(options.folder)
  // Nothing is appended before this, so no name is missed in between.
  const known = streamBloomFilter(reader.streamNames(), reader.countStreams())
  const log = sqliteLog({ thread, queue, tail, hot, known, reader })
  const verified = thread.verified.then(
    () => void (trusted = true),
    async (error: unknown) => {
      await log.close()
      throw error
    },
  )
  // Whoever starts the log awaits it too; until then a failure is not unhandled.
  verified.catch(() => {})
  return { log, verified }
}

type Parts = {
  thread: WriterThread
  queue: AppendQueue
  tail: LiveTail
  hot: StreamCache
  known: StreamBloomFilter
  reader: Reader
}

function sqliteLog({ thread, queue, tail, hot, known, reader }: Parts): EventLog {
  let closing: Promise<void> | undefined

  function requireOpen() {
    if (closing !== undefined) throw new LogUnavailable('The event log is closed.')
    const failure = thread.failure()
    if (failure !== undefined) throw new LogUnavailable(failure.message)
  }

  async function erase(stream: string, before: number | 'all') {
    requireValidStreamName(stream)
    requireOpen()
    queue.flush()
    await thread.erase(stream, before)
    tail.forget()
    hot.clear()
  }

  async function close() {
    queue.flush()
    await thread.close()
    tail.wake()
    reader.close()
    hot.clear()
  }

  return {
    async append(stream, events, expected) {
      requireValidAppend(stream, events, expected)
      requireOpen()
      return queue.append(stream, events, expected)
    },
    read: (stream, from = 0) => readStream({ reader, hot, known }, stream, from),
    readAll: ({ after = beginning, until, ...rest } = {}) =>
      readRange(reader, tail, {
        after: Number(after),
        ...(until === undefined ? {} : { until: Number(until) }),
        ...rest,
      }),
    subscribe: (subscription) => subscribe(reader, tail, subscription, () => closing !== undefined),
    head: async () => BigInt(tail.head()),
    truncate: (stream, before) => erase(stream, before),
    remove: (stream) => erase(stream, 'all'),
    close: () => (closing ??= close()),
  }
}
