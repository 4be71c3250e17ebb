import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock, type Clock } from '../clock.ts'
import { ConfigError } from '../config/config-error.ts'
import { describeError, isDamaged, isTransient } from '../event-log/sqlite/write/sqlite-errors.ts'
import { createFolderSync } from '../files/durable-folder-sync.ts'
import { personalDocumentsKeptMs } from '../personal-documents/personal-documents.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'

const fileName = 'personal.db'
/** Where earlier releases kept deliveries of webhooks. */
const deliveriesName = 'deliveries.db'

/** The file, its write-ahead log and the index of that. */
const filesOf = (folder: string, name: string): readonly string[] =>
  ['', '-wal', '-shm'].map((suffix) => join(folder, `${name}${suffix}`))

export const hasEntryFile = (folder: string): boolean =>
  [fileName, deliveriesName].some((name) => existsSync(join(folder, name)))

export function removeEntryFile(folder: string): void {
  for (const file of filesOf(folder, fileName)) rmSync(file, { force: true })
}

export function removeDeliveriesFile(folder: string): void {
  for (const file of filesOf(folder, deliveriesName)) rmSync(file, { force: true })
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
export function openEntryFile(folder: string, clock: Clock = systemClock): DatabaseSync {
  createFolderSync(folder)
  let name = fileName
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(join(folder, name), { timeout: lockTimeoutMs })
    db.exec(settings)
    db.exec(schema)
    const check = db.prepare('PRAGMA quick_check').get()?.['quick_check']
    if (check !== 'ok') throw damaged(name, check)
    for (const file of filesOf(folder, name)) chmodSync(file, 0o600)
    adoptDocuments(db, clock() + personalDocumentsKeptMs)
    name = deliveriesName
    adoptDeliveries(db, folder)
    return db
  } catch (error) {
    db?.close()
    if (error instanceof ConfigError) throw error
    if (isDamaged(error)) throw damaged(name, error)
    throw new ConfigError(`DATA_DIR: ${describeError(error, name)}`, { cause: error })
  }
}

export function openEntryMemory(): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  db.exec(schema)
  return db
}

/** Takes over the drafts and subscriptions that an earlier release kept, without an end, in a table of their own. */
function adoptDocuments(db: DatabaseSync, end: number): void {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'documents'").get() === undefined) return
  db.exec(`
    BEGIN IMMEDIATE;
    INSERT OR IGNORE INTO entries SELECT 'person:' || owner, collection, NULL, document FROM documents;
    INSERT OR IGNORE INTO ends SELECT DISTINCT 'person:' || owner, ${end} FROM documents;
    DROP TABLE documents;
    COMMIT;
  `)
}

/** Takes over the webhooks' deliveries that an earlier release kept in a file of their own. */
function adoptDeliveries(db: DatabaseSync, folder: string): void {
  const file = join(folder, deliveriesName)
  if (!existsSync(file)) return
  db.prepare('ATTACH ? AS earlier').run(file)
  db.exec(`
    BEGIN IMMEDIATE;
    INSERT OR IGNORE INTO entries SELECT 'webhook:' || queue, id, due, document FROM earlier.entries;
    INSERT OR IGNORE INTO entries SELECT 'webhooks', name, NULL, value FROM earlier.facts WHERE name = 'progress';
    INSERT OR IGNORE INTO entries SELECT 'webhook-receivers', substr(name, 7), NULL, value
      FROM earlier.facts WHERE name LIKE 'state %';
    COMMIT;
    DETACH earlier;
  `)
  removeDeliveriesFile(folder)
}

const damaged = (name: string, cause: unknown) =>
  new ConfigError(`DATA_DIR has a damaged ${name}; restore it, or remove it for an empty one.`, { cause })

/** Runs `work`. Throws `StoreUnavailable` if the disk is full or another program holds a lock; other errors are passed on. */
export function whileAvailable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!isTransient(error)) throw error
    throw new StoreUnavailable(describeError(error, fileName), { cause: error })
  }
}
