import { mkdir } from 'node:fs/promises'
import { LogUnavailable, beginning } from './event-log.ts'
import type { EventLog } from './event-log.ts'
import { requireAppend, requireStream } from './append-rules.ts'
import { follow } from './sqlite/follow.ts'
import { appendQueue } from './sqlite/queue.ts'
import type { AppendQueue } from './sqlite/queue.ts'
import { hotStreams } from './sqlite/hot-streams.ts'
import { knownStreams } from './sqlite/known-streams.ts'
import type { KnownStreams } from './sqlite/known-streams.ts'
import type { HotStreams } from './sqlite/hot-streams.ts'
import { readRange, readStream } from './sqlite/range.ts'
import { openReader } from './sqlite/reader.ts'
import type { Reader } from './sqlite/reader.ts'
import { requireSafeSqlite } from './sqlite/schema.ts'
import { liveTail } from './sqlite/tail.ts'
import type { LiveTail } from './sqlite/tail.ts'
import { startThread } from './sqlite/thread.ts'
import type { Thread } from './sqlite/thread.ts'

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
  const hot = hotStreams()
  const tail = liveTail((event) => {
    hot.push(event)
    known.add(event.stream)
  })
  let trusted = false
  const queue = appendQueue((message) => thread.send(message), tail)
  const thread = startThread(options.folder, {
    onAppended: queue.answer,
    onUnavailable: queue.refuse,
    onFailure(error) {
      queue.refuseAll(error.message)
      if (trusted) options.onFailure(error)
    },
  })
  tail.moveTo(await thread.opened)
  const reader = openReader(options.folder)
  // Nothing is appended before this, so no name is missed in between.
  const known = knownStreams(reader.names(), reader.countNames())
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
  thread: Thread
  queue: AppendQueue
  tail: LiveTail
  hot: HotStreams
  known: KnownStreams
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
    requireStream(stream)
    requireOpen()
    queue.flush()
    await thread.erase(stream, before)
    tail.forget()
    hot.forget()
  }

  async function close() {
    queue.flush()
    await thread.close()
    tail.wake()
    reader.close()
    hot.forget()
  }

  return {
    async append(stream, events, expected) {
      requireAppend(stream, events, expected)
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
    subscribe: (subscription) => follow(reader, tail, subscription, () => closing !== undefined),
    head: async () => BigInt(tail.head()),
    truncate: (stream, before) => erase(stream, before),
    remove: (stream) => erase(stream, 'all'),
    close: () => (closing ??= close()),
  }
}
