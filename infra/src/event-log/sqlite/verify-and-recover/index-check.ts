import type { DatabaseSync } from 'node:sqlite'

export type StoredStream = { name: string; erasedBefore: number; removed: boolean }

/** All streams by number, read from the table itself. */
export function loadStreams(db: DatabaseSync): Map<number, StoredStream> {
  const select = db.prepare('SELECT id, name, erased_before, removed FROM streams NOT INDEXED')
  const streams = new Map<number, StoredStream>()
  for (const row of select.iterate())
    streams.set(Number(row['id']), {
      name: String(row['name']),
      erasedBefore: Number(row['erased_before']),
      removed: row['removed'] === 1,
    })
  return streams
}

// A sum over the rows by way of the table and by way of the index: far quicker than SQLite's own integrity check,
// and a flipped key cannot keep it.
const sum =
  "count(*) || ':' || coalesce(sum((position * 7 + stream * 1000003 + revision * 15485863) % 4294967291), 0)"
const byTable = `SELECT ${sum} AS sum FROM events NOT INDEXED`
const byIndex = `SELECT ${sum} AS sum FROM events INDEXED BY sqlite_autoindex_events_1`

/** A damaged index would hide events that are there. A sentence when one does not agree with its table. */
export function findIndexFault(
  db: DatabaseSync,
  streams: ReadonlyMap<number, StoredStream>,
): string | undefined {
  const agree = db.prepare(byTable).get()?.['sum'] === db.prepare(byIndex).get()?.['sum']
  if (!agree) return 'The index of the events does not agree with the events.'
  return namesAgree(db, streams) ? undefined : 'The index of the streams does not agree with the streams.'
}

function namesAgree(db: DatabaseSync, streams: ReadonlyMap<number, StoredStream>) {
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
