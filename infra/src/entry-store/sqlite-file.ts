// Opens and removes the database file in which `sqlite.ts` keeps the entries.

import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../config/config-error.ts'
import { describeError, isDamaged, isTransient } from '../sqlite-errors.ts'
import { createFolder } from '../files/durable-files.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'

const fileName = 'personal.db'

/** The file, its write-ahead log and the index of that. */
const filesOf = (folder: string): readonly string[] =>
  ['', '-wal', '-shm'].map((suffix) => join(folder, `${fileName}${suffix}`))

export const hasEntryFile = (folder: string): boolean => existsSync(join(folder, fileName))

export function removeEntryFile(folder: string): void {
  for (const file of filesOf(folder)) rmSync(file, { force: true })
}

/** `ends`: when all entries of a family are removed, in milliseconds since 1970. */
const schema = `
  CREATE TABLE IF NOT EXISTS entries (
    family TEXT NOT NULL,
    id TEXT NOT NULL,
    due INTEGER,
    document TEXT NOT NULL,
    PRIMARY KEY (family, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_due ON entries (family, due, id) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS ends (family TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS ends_at ON ends (at);
`

/** SQLite overwrites deleted bytes; the write-ahead log is cut to a megabyte after each checkpoint. */
const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA secure_delete = ON;
  PRAGMA journal_size_limit = 1048576;
`

/** How long to wait for a lock that another program holds, such as a copy of the file being made. */
const lockTimeoutMs = 1_000

/** Opens the database file of a folder, which erases what is deleted, and creates it if it is missing. Throws `ConfigError`. */
export function openEntryFile(folder: string): DatabaseSync {
  createFolder(folder)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, fileName), { timeout: lockTimeoutMs })
    db.exec(settings)
    db.exec(schema)
    const check = db.prepare('PRAGMA quick_check').get()?.['quick_check']
    if (check !== 'ok') throw damaged(check)
    for (const file of filesOf(folder)) chmodSync(file, 0o600)
    return db
  } catch (error) {
    db?.close()
    if (error instanceof ConfigError) throw error
    if (isDamaged(error)) throw damaged(error)
    throw new ConfigError(`DATA_DIR: ${describeError(error, fileName)}`, { cause: error })
  }
}

export function openEntryMemory(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(schema)
  return db
}

const damaged = (cause: unknown) =>
  new ConfigError(`DATA_DIR has a damaged ${fileName}; restore it, or remove it for an empty one.`, { cause })

/** Runs `work`. Throws `StoreUnavailable` if the disk is full or another program holds a lock; other errors are passed on. */
export function whileAvailable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!isTransient(error)) throw error
    throw new StoreUnavailable(describeError(error, fileName), { cause: error })
  }
}
