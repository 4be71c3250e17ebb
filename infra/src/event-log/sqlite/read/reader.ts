// Reads slices of the embedded log through its own connection. Every call is one short statement: an open snapshot would prevent the
// writer from checkpointing its WAL.

import { join } from 'node:path'
import { LogUnavailable, type EventComparison, type RecordedEvent, type SeenEvent } from '../../event-log.ts'
import { forgottenName, openForReading, prepareRows } from '../database.ts'
import { decodeEvent, idOf } from '../stored-event.ts'
import type { DatabaseSync } from 'node:sqlite'

/** A part of the log: the events of wanted streams, and the position up to which the log was read. */
type LogSlice = { events: RecordedEvent[]; position: number }

export function openReader(folder: string) {
  const db = openForReading(join(folder, 'events.db'))
  const nextInLog = prepareRows<[position: number, stream: number, revision: number, record: string | null]>(
    db,
    'SELECT position, stream, revision, record FROM events WHERE position > ? AND position <= ? ORDER BY position LIMIT ?',
  )
  // Not as a part of the next query: most streams that are not in memory do not exist yet, and finding that takes a third of the
  // time of a query with a join.
  const numberOf = prepareRows<[stream: number]>(db, 'SELECT id FROM streams WHERE name = ?')
  const nextInStream = prepareRows<[position: number, revision: number, record: string]>(
    db,
    `SELECT position, revision, record FROM events
     WHERE stream = ? AND revision >= ? AND record IS NOT NULL ORDER BY revision LIMIT ?`,
  )
  // A stored event begins with its id, so its type begins at character 54 (see `encodeEvent`). Comparing it here costs a
  // tenth of parsing events that nobody wants.
  const backwards = prepareRows<[position: number, stream: number, revision: number, record: string]>(
    db,
    `SELECT position, stream, revision, record FROM events
     WHERE position < ? AND position >= ? AND record IS NOT NULL
       AND (?3 IS NULL OR instr(?3, ' ' || substr(record, 54, instr(substr(record, 54, 100), '"') - 1) || ' ') > 0)
     ORDER BY position DESC`,
  )
  const names = streamNames(db)

  function requireOpen() {
    if (!db.isOpen) throw new LogUnavailable('The event log is closed.')
  }

  return {
    /** Reads the next events of the whole log; `isWanted` filters streams. */
    readLog(after: number, until: number, size: SliceSize, isWanted: (stream: string) => boolean): LogSlice {
      requireOpen()
      const rows = nextInLog.all(after, until, size.rows)
      const events: RecordedEvent[] = []
      let characters = 0
      const streams = names.of(rows.map(([, number]) => number))
      for (const [index, [position, , revision, record]] of rows.entries()) {
        const stream = streams[index]
        if (record === null || stream === undefined) continue
        characters += record.length
        if (isWanted(stream)) events.push(decodeEvent(record, stream, revision, position))
      }
      const position = rows.length < size.rows ? until : (rows.at(-1)?.[0] ?? until)
      size.learn(rows.length, characters)
      return { events, position }
    },
    /**
     * Reads the events at positions from `from` to before `before`, newest first; `types` are separated by spaces, with one
     * at both ends, and null for all.
     */
    readBackwards(before: number, from: number, types: string | null): RecordedEvent[] {
      requireOpen()
      const rows = backwards.all(before, from, types)
      const streams = names.of(rows.map(([, number]) => number))
      return rows.map(([position, , revision, record], index) =>
        decodeEvent(record, streams[index] ?? '', revision, position),
      )
    },
    /** Reads the next events of one stream from a revision on. */
    readStream(name: string, from: number, size: SliceSize): { events: RecordedEvent[]; isLast: boolean } {
      requireOpen()
      const [number] = numberOf.all(name)
      const rows = number === undefined ? [] : nextInStream.all(number[0], from, size.rows)
      const events = rows.map(([position, revision, record]) => decodeEvent(record, name, revision, position))
      const isLast = rows.length < size.rows
      size.learn(
        rows.length,
        rows.reduce((sum, [, , record]) => sum + record.length, 0),
      )
      return { events, isLast }
    },
    /** Compares an event that was read earlier with the one at its position now. */
    compareEvent({ position, id, stream, revision }: SeenEvent): EventComparison {
      requireOpen()
      const [row] = nextInLog.all(position - 1n, position, 1)
      if (row === undefined) return 'other'
      const [, number, storedRevision, record] = row
      if (record !== null) return idOf(record) === id ? 'same' : 'other'
      const isSameStream = names
        .of([number])
        .some((name) => name === stream || name === forgottenName(number))
      return isSameStream && storedRevision === revision ? 'erased' : 'other'
    },
    isOpen: () => db.isOpen,
    close() {
      if (db.isOpen) db.close()
    },
  }
}

export type Reader = ReturnType<typeof openReader>

const initialRows = 32

/** JSON of this length is read and parsed in about a millisecond. */
const charactersPerSlice = 200_000

/** The number of rows per read, adapted to the size of events, so that a read does not block the event loop for long. */
export class SliceSize {
  readonly #maxRows: number
  rows: number

  constructor(maxRows: number) {
    this.#maxRows = maxRows
    this.rows = Math.min(maxRows, initialRows)
  }

  /** Learns from the last read: `read` rows with this many characters. */
  learn(read: number, characters: number): void {
    const fittingRows = Math.floor(charactersPerSlice / (characters / Math.max(read, 1) + 1))
    this.rows = Math.max(1, Math.min(this.#maxRows, fittingRows))
  }
}

const maxNames = 100_000

/** Looks up names of streams by their numbers; all missing names of a slice are read at once. */
function streamNames(db: DatabaseSync) {
  const find = prepareRows<[id: number, name: string]>(
    db,
    'SELECT id, name FROM streams WHERE id IN (SELECT value FROM json_each(?))',
  )
  // A plain Map, cleared when it is full: with an LRU cache, which moves an entry at every lookup, reading the whole
  // log took a quarter longer.
  const names = new Map<number, string>()
  const nameOf = (stream: number): string => {
    const name = names.get(stream)
    if (name === undefined) throw new Error(`Stream ${stream} has no name.`)
    return name
  }
  return {
    /** Returns the names of these streams. */
    of(streams: readonly number[]): string[] {
      if (names.size >= maxNames) names.clear()
      const missing = new Set(streams.filter((stream) => !names.has(stream)))
      if (missing.size > 0)
        for (const [id, name] of find.all(JSON.stringify([...missing]))) names.set(id, name)
      return streams.map(nameOf)
    },
  }
}
