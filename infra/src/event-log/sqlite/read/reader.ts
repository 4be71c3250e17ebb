import { join } from 'node:path'
import { LogUnavailable } from '../../event-log.ts'
import type { RecordedEvent } from '../../event-log.ts'
import { openForReading, prepareRows } from '../database.ts'
import { streamNames } from './stream-names.ts'
import { decodeEvent } from '../event-encoding.ts'

/** What a look at a part of the log brought: its events, and the position up to which it was seen. */
export type LogSlice = { events: RecordedEvent[]; position: number; rows: number; characters: number }

type EventRow = [position: number, stream: number, revision: number, record: string | null]
type StreamRow = [position: number, revision: number, record: string]

/**
 * Reads the log through a connection of its own. Every call is one short statement: a snapshot held open would keep
 * the writer from ever writing its WAL back.
 */
export function openReader(folder: string) {
  const db = openForReading(join(folder, 'events.db'))
  const nextInLog = prepareRows<EventRow>(
    db,
    'SELECT position, stream, revision, record FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
  )
  const nextInStream = prepareRows<StreamRow>(
    db,
    `SELECT position, revision, record FROM events
     WHERE stream = (SELECT id FROM streams WHERE name = ?) AND revision >= ? AND record IS NOT NULL
     ORDER BY revision LIMIT ?`,
  )
  const names = streamNames(db)
  const allNames = db.prepare('SELECT name FROM streams')
  const countNames = db.prepare('SELECT count(*) AS count FROM streams')

  function requireOpen() {
    if (!db.isOpen) throw new LogUnavailable('The event log is closed.')
  }

  return {
    /** The next events of the whole log, at most `limit` rows; `wanted` says which streams. */
    readLog(after: number, until: number, limit: number, wanted: (stream: string) => boolean): LogSlice {
      requireOpen()
      const rows = nextInLog.all(after, until, limit)
      const slice: LogSlice = { events: [], position: until, rows: rows.length, characters: 0 }
      const nameOf = names.of(rows.map(([, number]) => number))
      for (const [position, number, revision, record] of rows) {
        if (record === null) continue
        slice.characters += record.length
        const stream = nameOf(number)
        if (wanted(stream)) slice.events.push(decodeEvent(record, stream, revision, position))
      }
      if (rows.length === limit) slice.position = rows.at(-1)?.[0] ?? until
      return slice
    },
    /** The next events of one stream from a revision, at most `limit`, and how many characters they took. */
    readStream(name: string, from: number, limit: number): { events: RecordedEvent[]; characters: number } {
      requireOpen()
      const rows = nextInStream.all(name, from, limit)
      const events = rows.map(([position, revision, record]) => decodeEvent(record, name, revision, position))
      return { events, characters: rows.reduce((sum, [, , record]) => sum + record.length, 0) }
    },
    /** Names of all streams, also of removed ones. */
    *streamNames(): Generator<string> {
      for (const { name } of allNames.iterate()) yield String(name)
    },
    countStreams: () => Number(countNames.get()?.['count'] ?? 0),
    close() {
      if (db.isOpen) db.close()
    },
  }
}

export type Reader = ReturnType<typeof openReader>
