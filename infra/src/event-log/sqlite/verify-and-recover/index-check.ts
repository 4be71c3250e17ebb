// Finds damaged indexes of the database, which would hide events.

import type { DatabaseSync } from 'node:sqlite'

export type StoredStream = { name: string; erasedBefore: number; removed: boolean }

/** Reads all streams, by number, from the table itself, not from an index. */
export function loadStreams(db: DatabaseSync): Map<number, StoredStream> {
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
export function findIndexFault(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
): string | undefined {
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
