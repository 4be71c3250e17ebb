// Opens connections to the database of the embedded log, with its schema and its settings, and runs queries and transactions.

import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/**
 * Older versions can damage a database when two connections checkpoint the WAL at the same time
 * (sqlite.org/wal.html).
 */
const oldestSafeSqlite = '3.51.3'

/**
 * Throws an Error with a message for the operator when this version of SQLite is not safe for the log. `version` is
 * `process.versions.sqlite`.
 */
export function requireSafeSqlite(version: string | undefined) {
  const isSafe = version && version.localeCompare(oldestSafeSqlite, 'en', { numeric: true }) >= 0
  if (isSafe) return
  const found = version === undefined ? 'has none' : `has ${version}`
  throw new Error(
    `The event log needs SQLite ${oldestSafeSqlite} or newer, but this Node ${found}. Run npm ci and start with npm start.`,
  )
}

// `events` refers to a stream by its number: the index stays short, and inserts touch few pages however many streams
// there are. `record` is the event as JSON, NULL once it was erased. `hash` stays, so that the chain can still be
// verified.
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

/** How long to wait for a lock that another program holds, such as an operator's shell. */
const lockTimeoutMs = 5000

/**
 * Opens the only connection that writes. Every commit is on disk before it returns, and SQLite overwrites deleted
 * bytes. Pages that are not in its cache are usually in that of the operating system.
 */
export function openForWriting(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: lockTimeoutMs })
  // No auto-checkpoints: SQLite would not report a failed one, and the next fsync may then succeed although data is
  // lost.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
  db.exec('PRAGMA secure_delete = ON; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -8000')
  requirePragma(db, 'journal_mode', 'wal')
  requirePragma(db, 'synchronous', 2)
  requirePragma(db, 'secure_delete', 1)
  db.exec(schema)
  return db
}

function requirePragma(db: DatabaseSync, name: string, expected: string | number) {
  const found = db.prepare(`PRAGMA ${name}`).get()?.[name]
  if (found !== expected)
    throw new Error(`The event log needs ${name}=${expected}, but SQLite reports ${String(found)}.`)
}

export function openForReading(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: lockTimeoutMs })
  db.exec('PRAGMA query_only = ON; PRAGMA cache_size = -4000')
  return db
}

/** All columns of an event, in the order of the table. */
export type EventRow = [
  position: number,
  stream: number,
  revision: number,
  record: string | null,
  hash: string,
]

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

/** Runs `work` in a transaction and returns its result. When `work` or the commit throws, it rolls back and rethrows. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite itself rolls back after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Returns what a stream is called once its name was erased. No stream of the product begins with `$`. */
export const forgottenName = (stream: number): string => `$forgotten-${stream}`
