// The embedded event log, in an SQLite file of a folder: makes an `EventLog` of the parts in `sqlite/`.

import { mkdir } from 'node:fs/promises'
import { requireValidAppend, requireValidStreamName, type EventLog, type StartedLog } from './event-log.ts'
import { streamCache } from './sqlite/read/stream-cache.ts'
import { LogEnd, openReader } from './sqlite/read/reader.ts'
import { requireSafeSqlite } from './sqlite/database.ts'
import { startWriter, type WriterOptions } from './sqlite/write/start-writer.ts'
import type { Erasure } from './sqlite/write/writer-messages.ts'

/**
 * Opens the log for reading at once, for a quick start, while another thread verifies it; appends wait for the
 * verification. Serve no requests before `verified` resolves. It rejects with a message for the operator when the log
 * is damaged.
 */
export async function startSqliteLog(options: Omit<WriterOptions, 'end' | 'streams'>): Promise<StartedLog> {
  requireSafeSqlite(process.versions['sqlite'])
  await mkdir(options.folder, { recursive: true })
  const streams = streamCache()
  const end = new LogEnd()
  const writer = startWriter({ ...options, end, streams })
  end.position = await writer.opened
  const reader = openReader(options.folder, end, streams)
  let closing: Promise<void> | undefined

  async function erase(erasure: Erasure) {
    requireValidStreamName(erasure.stream)
    await writer.erase(erasure)
  }

  async function close() {
    await writer.close()
    end.notify()
    reader.close()
    streams.clear()
  }

  const log: EventLog = {
    ...reader,
    async append(stream, events, expected) {
      requireValidAppend(stream, events, expected)
      return writer.append(stream, events, expected)
    },
    head: async () => BigInt(end.position),
    truncate: (stream, before, truncation) => erase({ stream, before, ...truncation }),
    remove: (stream) => erase({ stream, before: 'all' }),
    close: () => (closing ??= close()),
  }
  const verified = writer.verified.catch(async (error: unknown) => {
    await log.close()
    throw error
  })
  // The caller awaits `verified` too. Without this, a failure before that would be an unhandled rejection.
  verified.catch(() => {})
  return { log, verified }
}
