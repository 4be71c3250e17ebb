// Reads a damaged log, and finds which of its events are intact.

import type { DatabaseSync } from 'node:sqlite'
import { prepareRows, type EventRow } from '../database.ts'
import { chainHash, genesisHash } from '../hash-chain.ts'
import { toStream, type StoredStream } from './index-check.ts'

/** The result for a position: the event, without content when it was erased and with the right hash, or `undefined` when it is lost. */
export type SalvagedEvent = { position: number; row: EventRow | undefined }

/**
 * Returns the streams of a damaged log, as far as they are readable, and yields its events position by position, up to the last one
 * or to that of the anchor. An event is lost when it cannot be read or its content does not match its hash. A damaged hash alone loses
 * nothing.
 */
export function salvageLog(db: DatabaseSync, anchorPosition = 0) {
  const streams = salvageStreams(db)
  const until = Math.max(anchorPosition, readNumber(db, 'SELECT max(position) AS found FROM events'))
  return { streams, events: salvageEvents(db, streams, until) }
}

/** Returns what `read` returns; `undefined` when a page that it needs is damaged. */
function readIfIntact<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

const readNumber = (db: DatabaseSync, sql: string): number =>
  Number(readIfIntact(() => db.prepare(sql).get()?.['found']) ?? 0)

const possibleStreams = 'SELECT page_count * page_size / 8 AS found FROM pragma_page_count, pragma_page_size'

function salvageStreams(db: DatabaseSync): Map<number, StoredStream> {
  const find = db.prepare('SELECT name, erased_before, removed FROM streams WHERE id = ?')
  const streams = new Map<number, StoredStream>()
  // A stream takes more than eight bytes. A damaged number may be far too large, and the ends of both tables may be unreadable.
  const possible = readNumber(db, possibleStreams)
  const found = Math.max(
    readNumber(db, 'SELECT max(id) AS found FROM streams'),
    readNumber(db, 'SELECT max(stream) AS found FROM events'),
  )
  const last = Math.min(found || possible, possible)
  for (let id = 1; id <= last; id++) {
    const row = readIfIntact(() => find.get(id))
    if (row !== undefined) streams.set(id, toStream(row))
  }
  return streams
}

function* salvageEvents(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
  until: number,
): Generator<SalvagedEvent> {
  const find = prepareRows<EventRow>(
    db,
    'SELECT position, stream, revision, record, hash FROM events WHERE position = ?',
  )
  const rowAt = (position: number) => readIfIntact(() => find.all(position)[0])
  const hashOf = ([position, number, revision, record]: EventRow, previousHash: string) => {
    const stream = streams.get(number)
    return stream && chainHash(previousHash, position, revision, stream.name, record ?? '')
  }
  // Undefined after a lost event: the hash of the next one cannot be checked.
  let previousHash: string | undefined = genesisHash
  let row = rowAt(1)
  for (let position = 1; position <= until; position++) {
    const next = rowAt(position + 1)
    const intact = row && intactRow(row, next)
    yield { position, row: intact }
    previousHash = (intact ?? row)?.[4]
    row = next
  }

  function intactRow(found: EventRow, next: EventRow | undefined): EventRow | undefined {
    const [position, number, revision, record, hash] = found
    const stream = streams.get(number)
    if (stream === undefined) return undefined
    if (stream.removed || revision < stream.erasedBefore) return [position, number, revision, null, hash]
    if (record === null || previousHash === undefined) return record === null ? undefined : found
    const correctHash = hashOf(found, previousHash)
    if (correctHash === undefined) return undefined
    // If the hash of the next event was computed from this one, it is correct, even if the row has another.
    const isCorrect =
      correctHash === hash || (next && next[3] !== null && hashOf(next, correctHash) === next[4])
    return isCorrect ? [position, number, revision, record, correctHash] : undefined
  }
}
