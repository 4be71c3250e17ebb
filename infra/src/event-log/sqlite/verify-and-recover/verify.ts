// Verifies the embedded log: reads every event, verifies the hash chain and compares its end with the head anchor.

import type { DatabaseSync } from 'node:sqlite'
import { readHeadAnchor, writeHeadAnchorSync, type HeadAnchor } from '../head-anchor.ts'
import { prepareRows, type EventRow } from '../database.ts'
import { chainHash, genesisHash } from '../stored-event.ts'

/**
 * Result of the verification: the number of events that have content, the end of the log (position 0 when it is
 * empty), and a description of the first fault.
 */
type VerificationResult = { events: number; head: HeadAnchor; fault: string | undefined }

const batchSize = 1000

export function verifyLog(db: DatabaseSync, anchor: HeadAnchor | undefined): VerificationResult {
  const result: VerificationResult = {
    events: 0,
    head: { position: 0, hash: genesisHash },
    fault: undefined,
  }
  try {
    // One snapshot, because another process may be writing to the log.
    db.exec('BEGIN')
    const streams = loadStreams(db)
    result.fault =
      verifyChain(db, streams, result) ??
      findHeadFault(db, anchor, result.head) ??
      findIndexFault(db, streams)
  } catch (error) {
    result.fault = `After position ${result.head.position} the database cannot be read (${String(error)}).`
  } finally {
    if (db.isTransaction) db.exec('ROLLBACK')
  }
  return result
}

/** Advances `result` event by event, and returns the first fault. */
function verifyChain(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
  result: VerificationResult,
): string | undefined {
  const select = prepareRows<EventRow>(
    db,
    'SELECT position, stream, revision, record, hash FROM events WHERE position > ? ORDER BY position LIMIT ?',
  )
  for (;;) {
    const rows = select.all(result.head.position, batchSize)
    for (const row of rows) {
      const fault = findRowFault(row, streams.get(row[1]), result.head.hash)
      if (fault !== undefined) return fault
      result.head = { position: row[0], hash: row[4] }
      if (row[3] !== null) result.events++
    }
    if (rows.length < batchSize) return undefined
  }
}

function findRowFault(
  [position, , revision, record, storedHash]: EventRow,
  stream: StoredStream | undefined,
  previousHash: string,
) {
  if (stream === undefined) return `The event at position ${position} belongs to no stream.`
  const erased = stream.removed || revision < stream.erasedBefore
  if (record === null) return erased ? undefined : `The event at position ${position} has lost its content.`
  if (erased) return `The event at position ${position} should have been erased.`
  if (chainHash(previousHash, position, revision, stream.name, record) === storedHash) return undefined
  return `The event at position ${position} or the one before it is damaged or missing: its hash does not fit.`
}

function findHeadFault(db: DatabaseSync, anchor: HeadAnchor | undefined, { position: end }: HeadAnchor) {
  if (anchor === undefined) return end === 0 ? undefined : 'The head anchor events.head is missing.'
  if (anchor.position > end)
    return `The log ends at position ${end}, but had reached ${anchor.position}: the events between are missing.`
  const row = db.prepare('SELECT hash FROM events WHERE position = ?').get(anchor.position)
  if (anchor.position === 0 || row?.['hash'] === anchor.hash) return undefined
  return `The event at position ${anchor.position} was replaced by another event.`
}

/**
 * Verifies the log and returns its end. Throws an Error with a message for the operator when it is damaged. Writes
 * the first anchor of a new log.
 */
export function requireIntactLog(db: DatabaseSync, folder: string): HeadAnchor {
  const anchor = readHeadAnchor(folder)
  const { head, fault } = verifyLog(db, anchor)
  if (fault !== undefined) throw new Error(`The event log in ${folder} is damaged. ${fault} ${advice}`)
  if (anchor === undefined) writeHeadAnchorSync(folder, head)
  return head
}

const advice =
  'Nothing was changed. Restore a backup of the folder, or give up the lost events: npm run ops -- log accept'

export type StoredStream = { name: string; erasedBefore: number; removed: boolean }

/** Reads all streams, by number, from the table itself, not from an index. */
function loadStreams(db: DatabaseSync): Map<number, StoredStream> {
  const select = db.prepare('SELECT id, name, erased_before, removed FROM streams NOT INDEXED')
  const streams = new Map<number, StoredStream>()
  for (const row of select.iterate()) streams.set(Number(row['id']), toStream(row))
  return streams
}

export const toStream = (row: Record<string, unknown>): StoredStream => ({
  name: String(row['name']),
  erasedBefore: Number(row['erased_before']),
  removed: row['removed'] === 1,
})

// Compares a checksum of all rows, read through the table, with one read through the index. This is far faster than
// SQLite's integrity check, and a changed key changes the checksum.
const checksum =
  "count(*) || ':' || coalesce(sum((position * 7 + stream * 1000003 + revision * 15485863) % 4294967291), 0)"
const byTable = `SELECT ${checksum} AS sum FROM events NOT INDEXED`
const byIndex = `SELECT ${checksum} AS sum FROM events INDEXED BY sqlite_autoindex_events_1`

/** Returns a message when an index does not match its table. */
function findIndexFault(db: DatabaseSync, streams: ReadonlyMap<number, StoredStream>): string | undefined {
  const matches = db.prepare(byTable).get()?.['sum'] === db.prepare(byIndex).get()?.['sum']
  if (!matches) return 'The index of the events does not match the events.'
  return namesMatch(db, streams) ? undefined : 'The index of the streams does not match the streams.'
}

function namesMatch(db: DatabaseSync, streams: ReadonlyMap<number, StoredStream>) {
  const select = db.prepare(
    'SELECT name, id FROM streams INDEXED BY sqlite_autoindex_streams_1 ORDER BY name',
  )
  let names = 0
  for (const { name, id } of select.iterate()) {
    if (streams.get(Number(id))?.name !== name) return false
    names++
  }
  return names === streams.size
}
