// Keeps the entries of one process in a database file of its data folder, or in memory; and moves them from there into another store.

import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { systemClock, type Clock } from '../scheduler.ts'
import { ConfigError } from '../config/config-error.ts'
import { inTransaction } from '../event-log/sqlite/database.ts'
import { walCheckpoints } from '../event-log/sqlite/write/wal-checkpoints.ts'
import { createFolder } from '../files/durable-files.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { describeError, isDamaged, isTransient } from '../sqlite-errors.ts'
import type { Entry, EntryStore } from './entry-store.ts'

/**
 * Keeps the entries in a database file of a folder. A commit does not wait for the disk: a power cut may take the changes of the last
 * moments, but never damages the file. The bytes of a document that was removed or became shorter leave the files within seconds.
 * Throws `ConfigError` if the file cannot be used.
 */
export function sqliteEntries(folder: string, clock: Clock = systemClock): EntryStore {
  const db = openEntryFile(folder)
  const attempt = (work: () => unknown) => {
    try {
      work()
    } catch {
      // Such as a full disk: it is tried again.
    }
  }
  const wal = walCheckpoints(db, { attempt, onCheckpoint() {} })
  const emptyNow = () => attempt(wal.emptyAtOnce)
  // Begins with what an earlier process left. If the bytes cannot leave at the end, the next start tries again.
  emptyNow()
  return entriesIn(db, { emptySoon: wal.emptySoon, emptyNow, close: () => attempt(wal.close) }, clock)
}

/** Keeps the entries in the memory of this process; they are lost when it ends. */
export function memoryEntries(clock: Clock = systemClock): EntryStore {
  const db = new DatabaseSync(':memory:')
  db.exec(schema)
  return entriesIn(db, { emptySoon() {}, emptyNow() {}, close() {} }, clock)
}

/** SQLite's write-ahead log keeps copies of removed entries until it is emptied. */
type WriteAheadLog = { emptySoon(): void; emptyNow(): void; close(): void }

function entriesIn(db: DatabaseSync, wal: WriteAheadLog, clock: Clock): EntryStore {
  const one = db.prepare('SELECT * FROM entries WHERE family = ? AND id = ?')
  const newest = db.prepare('SELECT * FROM entries WHERE family = ? ORDER BY id DESC LIMIT ?')
  const due = db.prepare('SELECT * FROM entries WHERE family = ? AND due <= ? ORDER BY due, id LIMIT 1')
  const waiting = db.prepare('SELECT * FROM entries WHERE family = ? AND due IS NOT NULL ORDER BY id LIMIT ?')
  const count = db.prepare('SELECT count(*) AS n, count(due) AS waiting FROM entries WHERE family = ?')
  const insertNew = db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const insert = db.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)')
  const removeOne = db.prepare('DELETE FROM entries WHERE family = ? AND id = ?')
  const removeFinished = db.prepare(`DELETE FROM entries WHERE family = ?1 AND due IS NULL AND id NOT IN
    (SELECT id FROM entries WHERE family = ?1 AND due IS NULL ORDER BY id DESC LIMIT ?2)`)
  const removeAll = db.prepare('DELETE FROM entries WHERE family = ?')
  const setEnd = db.prepare('INSERT OR REPLACE INTO ends VALUES (?, ?)')
  const removeEnd = db.prepare('DELETE FROM ends WHERE family = ?')
  const ended = db.prepare('SELECT family FROM ends WHERE at <= ?')

  const removeFamily = (group: string): void => {
    removeEnd.run(group)
    if (removeAll.run(group).changes > 0) wal.emptySoon()
  }
  /** Nothing is awaited inside, so that no other change comes in between. */
  const transaction = <Result>(work: () => Result): Result =>
    whileAvailable(() =>
      inTransaction(db, () => {
        for (const { family } of ended.all(clock())) removeFamily(String(family))
        return work()
      }),
    )
  const read = <Result>(work: () => Result): Result => {
    const hasEnded = whileAvailable(() => ended.get(clock()) !== undefined)
    return hasEnded ? transaction(work) : whileAvailable(work)
  }
  const textOf = (group: string, id: string): string => String(one.get(group, id)?.['document'] ?? '')

  return {
    load: async (group, id) => read(() => entriesOf([one.get(group, id)])[0]),
    change: async (group, id, update, keepMs) =>
      transaction(() => {
        const before = textOf(group, id)
        const document = update(parse(before), clock())
        const after = document === undefined ? '' : JSON.stringify(document)
        if (after === '') removeOne.run(group, id)
        else if (after !== before) insert.run(group, id, null, after)
        if (keepMs !== undefined) setEnd.run(group, clock() + keepMs)
        if (after.length < before.length) wal.emptySoon()
        return document
      }),
    put: async (entries, required = [], keepMs) =>
      transaction(() => {
        const isThere = required.every(({ group, id, document, due: at }) => {
          const row = one.get(group, id)
          if (row === undefined || (at !== undefined && row['due'] !== at)) return false
          return document === undefined || row['document'] === JSON.stringify(document)
        })
        if (!isThere) return false
        for (const { group, id, due: at, document, onlyNew } of entries)
          (onlyNew ? insertNew : insert).run(group, id, at, JSON.stringify(document))
        if (keepMs !== undefined) for (const { group } of entries) setEnd.run(group, clock() + keepMs)
        return true
      }),
    list: async (group, limit = -1) =>
      read(() => ({
        entries: entriesOf(newest.all(group, limit)),
        total: Number(count.get(group)?.['n']),
        now: clock(),
      })),
    nextDue: async (group, now) => read(() => entriesOf([due.get(group, now)])[0]),
    listWaiting: async (group, limit) => read(() => entriesOf(waiting.all(group, limit))),
    countWaiting: async (group) => read(() => Number(count.get(group)?.['waiting'])),
    remove: async (group, ids) => {
      transaction(() => ids.forEach((id) => removeOne.run(group, id)))
      if (ids.length > 0) wal.emptySoon()
    },
    removeFinished: async (group, kept) => void transaction(() => removeFinished.run(group, kept)),
    removeGroup: async (group) => {
      transaction(() => removeFamily(group))
      wal.emptyNow()
    },
    close: async () => {
      if (!db.isOpen) return
      wal.close()
      db.close()
    },
  }
}

/** No document is empty text. */
const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

const entriesOf = (rows: readonly (Record<string, unknown> | undefined)[]): Entry[] =>
  rows
    .filter((row) => row !== undefined)
    .map(({ id, due, document }) => ({
      id: String(id),
      due: due === null ? null : Number(due),
      document: JSON.parse(String(document)),
    }))

const fileName = 'personal.db'

/** The file, its write-ahead log and the index of that. */
const filesOf = (folder: string): readonly string[] =>
  ['', '-wal', '-shm'].map((suffix) => join(folder, `${fileName}${suffix}`))

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
function openEntryFile(folder: string): DatabaseSync {
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

const damaged = (cause: unknown) =>
  new ConfigError(`DATA_DIR has a damaged ${fileName}; restore it, or remove it for an empty one.`, { cause })

/** Runs `work`. Throws `StoreUnavailable` if the disk is full or another program holds a lock; other errors are passed on. */
function whileAvailable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!isTransient(error)) throw error
    throw new StoreUnavailable(describeError(error, fileName), { cause: error })
  }
}

/**
 * Moves the entries of a database file into another store, and deletes the file. An entry that the other store has already stays as it is
 * there. If it is interrupted, the next call continues. Returns how many entries the file had. Throws `StoreUnavailable` while the other
 * store cannot be reached, and `ConfigError` if the file cannot be used.
 */
export async function moveEntries(folder: string, target: Pick<EntryStore, 'put' | 'change' | 'list'>) {
  if (!existsSync(join(folder, fileName))) return 0
  const db = openEntryFile(folder)
  let moved = 0
  try {
    const next = db.prepare('SELECT * FROM entries LEFT JOIN ends USING (family) LIMIT 1')
    const remove = db.prepare('DELETE FROM entries WHERE family = ? AND id = ?')
    for (let row = next.get(); row !== undefined; row = next.get()) {
      const [group, id] = [String(row['family']), String(row['id'])]
      const document: unknown = JSON.parse(String(row['document']))
      // An expiry belongs to a whole group: a group that the target has already keeps its own.
      const isNewGroup = row['at'] !== null && (await target.list(group, 1)).total === 0
      const keepMs = isNewGroup ? Math.max(Number(row['at']) - systemClock(), 1) : undefined
      if (row['due'] === null) await target.change(group, id, (existing) => existing ?? document, keepMs)
      else await target.put([{ group, id, due: Number(row['due']), document, onlyNew: true }])
      remove.run(group, id)
      moved += 1
    }
  } finally {
    db.close()
  }
  for (const file of filesOf(folder)) rmSync(file, { force: true })
  return moved
}
