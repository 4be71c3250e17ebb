// The embedded event log, in an SQLite file of a folder: makes an `EventLog` of the parts in `sqlite/`.

import { mkdir } from 'node:fs/promises'
import { LogUnavailable, type EventLog } from './event-log.ts'
import { requireValidAppend, requireValidStreamName } from './append-validation.ts'
import { appendQueue, type AppendQueue } from './sqlite/write/append-queue.ts'
import { streamCache, type StreamCache } from './sqlite/read/stream-cache.ts'
import { readBackwards, readRange, readStream, subscribe } from './sqlite/read/read-events.ts'
import { openReader, type Reader } from './sqlite/read/reader.ts'
import { requireSafeSqlite } from './sqlite/database.ts'
import { logEnd, type LogEnd } from './sqlite/read/log-end.ts'
import { startWriterThread } from './sqlite/write/writer-thread.ts'
import type { WriterThread, WriterThreadHandlers, WriterWorker } from './sqlite/write/writer-thread.ts'
import type { Erasure, WriterOptions } from './sqlite/write/writer-messages.ts'

export type SqliteLogOptions = {
  /** Folder of `events.db`, `events.head` and `events.lock`; created when missing. Only one process may use it. */
  folder: string
  /**
   * Called once when the disk can no longer be trusted (a failed fsync, a damaged file). The log acknowledges nothing
   * after that. The process should exit, so that the next start verifies the log.
   */
  onFailure: (error: Error) => void
  /** Starts the writer. Default: in a separate thread. */
  startWriter?: (options: WriterOptions) => WriterWorker
}

/**
 * Opens the log and verifies every event in it. Throws an Error with a message for the operator when the log is
 * damaged or in use.
 */
export async function openSqliteLog(options: SqliteLogOptions): Promise<EventLog> {
  const { log, verified } = await startSqliteLog(options)
  await verified
  return log
}

/**
 * Opens the log for reading at once, for a quick start, while another thread verifies it; appends wait for the
 * verification. Serve no requests before `verified` resolves. It rejects with a message for the operator when the log
 * is damaged.
 */
export async function startSqliteLog(
  options: SqliteLogOptions,
): Promise<{ log: EventLog; verified: Promise<void> }> {
  requireSafeSqlite(process.versions['sqlite'])
  await mkdir(options.folder, { recursive: true })
  const streams = streamCache()
  const end = logEnd()
  let isVerified = false
  const queue = appendQueue((message) => thread.send(message), end, streams.append)
  const handlers: WriterThreadHandlers = {
    onAppended: queue.handleOutcomes,
    onUnavailable: queue.rejectNext,
    onHidden: streams.clear,
    onFailure(error) {
      queue.rejectAll(error.message)
      if (isVerified) options.onFailure(error)
    },
  }
  const thread = startWriterThread(options.folder, handlers, options.startWriter)
  end.moveTo(await thread.opened)
  const reader = openReader(options.folder)
  const log = sqliteLog({ thread, queue, end, streams, reader })
  const verified = thread.verified.then(
    () => void (isVerified = true),
    async (error: unknown) => {
      await log.close()
      throw error
    },
  )
  // The caller awaits `verified` too. Without this, a failure before that would be an unhandled rejection.
  verified.catch(() => {})
  return { log, verified }
}

type Parts = {
  thread: WriterThread
  queue: AppendQueue
  end: LogEnd
  streams: StreamCache
  reader: Reader
}

function sqliteLog({ thread, queue, end, streams, reader }: Parts): EventLog {
  let closing: Promise<void> | undefined

  function requireOpen() {
    if (closing !== undefined) throw new LogUnavailable('The event log is closed.')
    const failure = thread.failure()
    if (failure !== undefined) throw new LogUnavailable(failure.message)
  }

  async function erase(erasure: Erasure) {
    requireValidStreamName(erasure.stream)
    requireOpen()
    queue.flush()
    await thread.erase(erasure)
  }

  async function close() {
    queue.flush()
    await thread.close()
    end.wake()
    reader.close()
    streams.clear()
  }

  return {
    async append(stream, events, expected) {
      requireValidAppend(stream, events, expected)
      requireOpen()
      return queue.append(stream, events, expected)
    },
    read: (stream, from = 0) => readStream(reader, streams, stream, from),
    readAll: (range) => readRange(reader, end, range),
    readBackwards: (range = {}) => readBackwards(reader, end, range),
    subscribe: (subscription) => subscribe(reader, end, subscription, () => closing !== undefined),
    head: async () => BigInt(end.position()),
    async compareEvent(event) {
      requireOpen()
      return reader.compareEvent(event)
    },
    truncate: (stream, before, { forgetName = false } = {}) =>
      erase({ stream, before, forgetsName: forgetName }),
    remove: (stream) => erase({ stream, before: 'all' }),
    close: () => (closing ??= close()),
  }
}
