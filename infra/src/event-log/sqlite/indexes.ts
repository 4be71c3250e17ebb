import type { DatabaseSync } from 'node:sqlite'

export type StoredStream = { name: string; erasedBefore: number; removed: boolean }

type StreamRow = [id: number, name: string, erasedBefore: number, removed: number]

/** All streams by number, read from the table itself. */
export function loadStreams(db: DatabaseSync): Map<number, StoredStream> {
  const select = db.prepare('SELECT id, name, erased_before, removed FROM streams NOT INDEXED')
  select.setReturnArrays(true)
  // The columns are those of the statement above, in a STRICT table.
  const rows = select.all() as unknown as StreamRow[]
  return new Map(
    rows.map(([id, name, erasedBefore, removed]) => [id, { name, erasedBefore, removed: removed === 1 }]),
  )
}

// A sum over the rows by way of the table and by way of the index: far quicker than SQLite's own integrity check,
// and a flipped key cannot keep it.
const sum =
  "count(*) || ':' || coalesce(sum((position * 7 + stream * 1000003 + revision * 15485863) % 4294967291), 0)"
const byTable = `SELECT ${sum} AS sum FROM events NOT INDEXED`
const byIndex = `SELECT ${sum} AS sum FROM events INDEXED BY sqlite_autoindex_events_1`

/** A damaged index would hide events that are there. A sentence when one does not agree with its table. */
export function faultOfIndexes(db: DatabaseSync): string | undefined {
  const agree = db.prepare(byTable).get()?.['sum'] === db.prepare(byIndex).get()?.['sum']
  if (!agree) return 'The index of the events does not agree with the events.'
  return namesAgree(db) ? undefined : 'The index of the streams does not agree with the streams.'
}

function namesAgree(db: DatabaseSync) {
  const streams = loadStreams(db)
  const select = db.prepare(
    'SELECT name, id FROM streams INDEXED BY sqlite_autoindex_streams_1 ORDER BY name',
  )
  select.setReturnArrays(true)
  // The columns are those of the statement above, in a STRICT table.
  const rows = select.all() as unknown as [name: string, id: number][]
  return rows.length === streams.size && rows.every(([name, id]) => streams.get(id)?.name === name)
}
