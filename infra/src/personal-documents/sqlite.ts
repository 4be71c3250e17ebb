import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ConfigError } from '../config/config-error.ts'
import { createFolderSync } from '../files/durable-folder-sync.ts'
import type { PersonalDocuments } from './personal-documents.ts'

const fileName = 'personal.db'

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    owner TEXT NOT NULL,
    collection TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (owner, collection)
  ) STRICT;
`

/** How long to wait for a lock that another program holds, such as a copy of the file being made. */
const lockTimeoutMs = 1_000

/**
 * Keeps the documents in a database file of a folder. A commit does not wait for the disk: a power cut may take the changes
 * of the last moments, but never damages the file. Throws `ConfigError` if the file is damaged.
 */
export function sqlitePersonalDocuments(folder: string): PersonalDocuments {
  createFolderSync(folder)
  const db = open(join(folder, fileName))
  const select = db.prepare('SELECT document FROM documents WHERE owner = ? AND collection = ?')
  const upsert = db.prepare(
    'INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  )
  const remove = db.prepare('DELETE FROM documents WHERE owner = ? AND collection = ?')
  const removeOwner = db.prepare('DELETE FROM documents WHERE owner = ?')
  const load = (owner: string, collection: string): unknown => {
    const text = select.get(owner, collection)?.['document']
    return typeof text === 'string' ? JSON.parse(text) : undefined
  }

  return {
    load: async (owner, collection) => load(owner, collection),
    // Nothing is awaited between reading and writing, so that no other change comes in between.
    change: async (owner, collection, update) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        const document = update(load(owner, collection))
        if (document === undefined) remove.run(owner, collection)
        else upsert.run(owner, collection, JSON.stringify(document))
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
    removeAll: async (owner) => {
      removeOwner.run(owner)
      // The write-ahead log holds what was written since the last checkpoint.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    close: async () => {
      if (db.isOpen) db.close()
    },
  }
}

function open(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: lockTimeoutMs })
  try {
    // SQLite overwrites deleted bytes.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON')
    db.exec(schema)
    const check = db.prepare('PRAGMA quick_check').get()?.['quick_check']
    if (check !== 'ok') throw new Error(String(check))
    for (const suffix of ['', '-wal', '-shm']) chmodSync(`${file}${suffix}`, 0o600)
    return db
  } catch (error) {
    db.close()
    const advice = 'restore it, or remove it for an empty one'
    throw new ConfigError(`DATA_DIR holds a damaged ${fileName}; ${advice}.`, { cause: error })
  }
}
