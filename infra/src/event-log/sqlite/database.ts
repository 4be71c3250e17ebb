import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'

/** Older versions can damage a database when two connections write back the WAL at once (sqlite.org/wal.html). */
const oldestSafeSqlite = '3.51.3'

/** Throws a sentence when this SQLite must not be trusted with the log. `version` as in `process.versions.sqlite`. */
export function requireSafeSqlite(version: string | undefined) {
  if (version !== undefined && isAtLeast(version, oldestSafeSqlite)) return
  const found = version === undefined ? 'has none' : `has ${version}`
  throw new Error(
    `The event log needs SQLite ${oldestSafeSqlite} or newer, but this Node ${found}. Run npm ci and start with npm start.`,
  )
}

function isAtLeast(version: string, floor: string) {
  const parts = version.split('.').map(Number)
  for (const [index, least] of floor.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0
    if (Number.isNaN(part)) return false
    if (part !== least) return part > least
  }
  return true
}

// A stream is a number in `events`: one short index, and inserts that touch few pages however many streams there are.
// `record` is the event as JSON; NULL once it was forgotten. `hash` stays, so that the chain can still be followed.
const schema = `
  CREATE TABLE IF NOT EXISTS streams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    erased_before INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    record TEXT,
    hash TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
`

/** Milliseconds to wait for somebody else's lock, such as an operator's shell. */
const patience = 5000

/** The one connection that writes. Every commit is on disk before it returns, and deleted bytes are overwritten. */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: patience })
  // Without auto-checkpoints: a failed one would go unnoticed, and the next fsync may then lie about it.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
  db.exec('PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -16000')
  requirePragma(db, 'journal_mode', 'wal')
  requirePragma(db, 'synchronous', 2)
  requirePragma(db, 'secure_delete', 1)
  db.exec(schema)
  return db
}

function requirePragma(db: DatabaseSync, name: string, wanted: string | number) {
  const found = db.prepare(`PRAGMA ${name}`).get()?.[name]
  if (found !== wanted)
    throw new Error(`The event log needs ${name}=${wanted}, but SQLite answers ${String(found)}.`)
}

/** A connection that can only read. */
export function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: patience })
  db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -16000')
  return db
}

/**
 * Prepares a query whose rows come as arrays. `Row` lists the columns of `sql` in their order. The tables are STRICT, so
 * every column has the type of its declaration.
 */
export function prepareRows<Row extends readonly unknown[]>(db: DatabaseSync, sql: string) {
  const statement = db.prepare(sql)
  statement.setReturnArrays(true)
  // `setReturnArrays` makes every row an array, but the types of node:sqlite still say that it is an object.
  return { all: (...parameters: SQLInputValue[]) => statement.all(...parameters) as unknown as Row[] }
}

/** Does all of it or nothing. Whatever `work` or the commit throws is thrown on, after the rollback. */
export function inTransaction(db: DatabaseSync, work: () => void) {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
