// Reads the embedded log through a connection of its own: all of it in both directions, one stream, and new events as they are acknowledged.
// Every query is one short statement: an open snapshot would prevent the writer from checkpointing its WAL.

import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Wakeup } from '../../../scheduler.ts'
import { beginning, LogReplaced, LogUnavailable, streamFilter } from '../../event-log.ts'
import type { EventComparison, EventLog, RecordedEvent, SeenEvent } from '../../event-log.ts'
import { forgottenName, openForReading, prepareRows } from '../database.ts'
import { decodeEvent, idOf } from '../stored-event.ts'
import { streamCache, type StreamCache } from './stream-cache.ts'

/** The newest acknowledged event: readers go no further, and subscribers wait for it to move. */
export class LogEnd extends Wakeup {
  position = Number(beginning)
}

type ReadMethods = Pick<EventLog, 'read' | 'readAll' | 'readBackwards' | 'subscribe' | 'compareEvent'>

/** Opens the log of a folder for reading. All reads yield to the event loop between batches. */
export function openReader(folder: string, end: LogEnd, cache: StreamCache): ReadMethods & { close(): void } {
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
  // tenth of parsing events that nobody wants. The types are separated by spaces, with one at both ends; null for all.
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

  /** Returns the next events of wanted streams in the whole log, and the position up to which it was read. */
  function readSlice(after: number, until: number, size: SliceSize, isWanted: (stream: string) => boolean) {
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
  }

  const rowAt = (position: bigint) => nextInLog.all(position - 1n, position, 1)[0]

  function compareEvent({ position, id, stream, revision }: SeenEvent): EventComparison {
    requireOpen()
    const row = rowAt(position)
    if (row === undefined) return 'other'
    const [, number, storedRevision, record] = row
    if (record !== null) return idOf(record) === id ? 'same' : 'other'
    const isSameStream = names.of([number]).some((name) => name === stream || name === forgottenName(number))
    return isSameStream && storedRevision === revision ? 'erased' : 'other'
  }

  /**
   * Throws `LogReplaced` if the log ends before a reader's position, or does not have an event that the reader has seen. A stream that was
   * read a moment ago may have had an event that is stored and not acknowledged yet.
   */
  function requireSameLog(after: bigint, seen: SeenEvent | undefined): void {
    if (end.position < Number(after) && rowAt(after) === undefined) throw new LogReplaced({ position: after })
    if (seen !== undefined && compareEvent(seen) === 'other') throw new LogReplaced(seen)
  }

  return {
    compareEvent: async (event) => compareEvent(event),
    async *read(stream, from = 0) {
      const cached = cache.find(stream)
      if (cached !== undefined) return yield* cached.slice(from)
      const size = new SliceSize(maxStreamRows)
      for (let next = from; ;) {
        requireOpen()
        const [number] = numberOf.all(stream)
        const rows = number === undefined ? [] : nextInStream.all(number[0], next, size.rows)
        const isLast = rows.length < size.rows
        size.learn(
          rows.length,
          rows.reduce((sum, [, , record]) => sum + record.length, 0),
        )
        const events = rows.map(([position, revision, record]) =>
          decodeEvent(record, stream, revision, position),
        )
        if (isLast && next === 0) cache.store(stream, events)
        yield* events
        if (isLast) return
        next = (events.at(-1)?.revision ?? next) + 1
        await nextTurn()
      }
    },
    async *readAll({ after = beginning, seen, until, streams, batch = defaultBatchSize } = {}) {
      requireSameLog(after, seen)
      // Not beyond the last acknowledged event: a reader sees all of a transaction or nothing.
      const last = Math.min(until === undefined ? Infinity : Number(until), end.position)
      const isWanted = streamFilter(streams)
      const size = new SliceSize(batch)
      let position = Number(after)
      while (position < last) {
        const slice = readSlice(position, last, size, isWanted)
        position = slice.position
        if (slice.events.length > 0) yield slice.events
        if (position < last) await nextTurn()
      }
    },
    async *readBackwards({ before, types, batch = defaultBatchSize } = {}) {
      const wanted = types === undefined ? null : ` ${types.join(' ')} `
      // Not beyond the last acknowledged event. The first position is 1, and positions have no gaps.
      const afterLast = end.position + 1
      let position = before === undefined || before > afterLast ? afterLast : Number(before)
      while (position > 1) {
        requireOpen()
        const from = Math.max(1, position - batch)
        const rows = backwards.all(position, from, wanted)
        const streams = names.of(rows.map(([, number]) => number))
        const events = rows.map(([at, , revision, record], index) =>
          decodeEvent(record, streams[index] ?? '', revision, at),
        )
        const scanned = position - from
        position = from
        yield { events, position: BigInt(position), scanned }
        if (position > 1) await nextTurn()
      }
    },
    async *subscribe({ after, seen, streams, signal, batch = defaultBatchSize }) {
      const isWanted = streamFilter(streams)
      const size = new SliceSize(batch)
      let position = Number(after)
      let hasReportedCaughtUp = false
      const hasEnded = () => signal?.aborted === true || !db.isOpen
      // Once is enough: the log fails when its file is replaced while it is open.
      requireSameLog(after, seen)
      const wake = () => end.notify()
      signal?.addEventListener('abort', wake)
      try {
        while (!hasEnded()) {
          if (position >= end.position) {
            if (hasReportedCaughtUp) await end.wait()
            else yield { events: [], position: BigInt(position), caughtUp: (hasReportedCaughtUp = true) }
            continue
          }
          const slice = readSlice(position, end.position, size, isWanted)
          position = slice.position
          const caughtUp = position >= end.position
          hasReportedCaughtUp ||= caughtUp
          yield { events: slice.events, position: BigInt(position), caughtUp }
          if (!caughtUp) await nextTurn()
        }
      } finally {
        signal?.removeEventListener('abort', wake)
      }
    },
    close() {
      if (db.isOpen) db.close()
    },
  }
}

/** Opens the embedded log of a folder for reading, while another process may write to it. Throws an Error when there is no log. */
export function openReadOnlyLog(folder: string): Pick<EventLog, 'readAll'> & { close(): void } {
  const end = new LogEnd()
  end.position = Number.MAX_SAFE_INTEGER
  return openReader(folder, end, streamCache())
}

/** Default for the maximum number of events in a batch. Reading this many backwards takes about a millisecond if few are wanted. */
const defaultBatchSize = 512
const maxStreamRows = 128
const initialRows = 32

/** JSON of this length is read and parsed in about a millisecond. */
const charactersPerSlice = 200_000

/** The number of rows per read, adapted to the size of events, so that a read does not block the event loop for long. */
class SliceSize {
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
