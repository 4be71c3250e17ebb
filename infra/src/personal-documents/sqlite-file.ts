import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../config/config-error.ts'
import { describeError, isDamaged, isTransient } from '../event-log/sqlite/write/sqlite-errors.ts'
import { createFolderSync } from '../files/durable-folder-sync.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'

const fileName = 'personal.db'

/** The names of the file in a folder, and of the files that SQLite keeps beside it. */
export const personalFile = (folder: string): string => join(folder, fileName)
export const personalFiles = (folder: string): readonly string[] =>
  suffixes.map((suffix) => `${personalFile(folder)}${suffix}`)
const suffixes = ['', '-wal', '-shm']

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (owner, collection)
  ) STRICT;
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

/** Opens the database file of a folder and creates it if it is missing. Throws `ConfigError` if it cannot be used. */
export const openPersonalFile = (folder: string): DatabaseSync => openSmallFile(folder, fileName, schema)

/** Opens a database file with a schema, which erases what is deleted, and creates it if it is missing. Throws `ConfigError`. */
export function openSmallFile(folder: string, name: string, tables: string): DatabaseSync {
  createFolderSync(folder)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, name), { timeout: lockTimeoutMs })
    db.exec(settings)
    db.exec(tables)
    const check = db.prepare('PRAGMA quick_check').get()?.['quick_check']
    if (check !== 'ok') throw damaged(name, check)
    for (const suffix of suffixes) chmodSync(join(folder, `${name}${suffix}`), 0o600)
    return db
  } catch (error) {
    db?.close()
    if (error instanceof ConfigError) throw error
    if (isDamaged(error)) throw damaged(name, error)
    throw new ConfigError(`DATA_DIR: ${describeError(error, name)}`, { cause: error })
  }
}

const damaged = (name: string, cause: unknown) =>
  new ConfigError(`DATA_DIR has a damaged ${name}; restore it, or remove it for an empty one.`, { cause })

/** Runs `work`. Throws `StoreUnavailable` if the disk is full or another program holds a lock; other errors are passed on. */
export function whileAvailable<Result>(work: () => Result, name = fileName): Result {
  try {
    return work()
  } catch (error) {
    if (!isTransient(error)) throw error
    throw new StoreUnavailable(describeError(error, name), { cause: error })
  }
}
