import type { PersonalDocuments } from './personal-documents.ts'
import { removedBytes } from './removed-bytes.ts'
import { openPersonalFile, whileAvailable } from './sqlite-file.ts'

/**
 * Keeps the documents in a database file of a folder. A commit does not wait for the disk: a power cut may take the changes
 * of the last moments, but never damages the file. The bytes of a document that was removed or became shorter leave the files
 * within seconds. Throws `ConfigError` if the file cannot be used.
 */
export function sqlitePersonalDocuments(folder: string): PersonalDocuments {
  const db = openPersonalFile(folder)
  const select = db.prepare('SELECT document FROM documents WHERE owner = ? AND collection = ?')
  const upsert = db.prepare(
    'INSERT INTO documents VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET document = excluded.document',
  )
  const remove = db.prepare('DELETE FROM documents WHERE owner = ? AND collection = ?')
  const removeOwner = db.prepare('DELETE FROM documents WHERE owner = ?')
  const removed = removedBytes(db)
  const loadText = (owner: string, collection: string): string =>
    String(select.get(owner, collection)?.['document'] ?? '')

  // Nothing is awaited between reading and writing, so that no other change comes in between.
  const change = (owner: string, collection: string, update: (document: unknown) => unknown): void => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const before = loadText(owner, collection)
      const document = update(parse(before))
      const after = document === undefined ? '' : JSON.stringify(document)
      if (after === '') remove.run(owner, collection)
      else upsert.run(owner, collection, after)
      db.exec('COMMIT')
      if (after.length < before.length) removed.eraseSoon()
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }

  return {
    load: async (owner, collection) => parse(whileAvailable(() => loadText(owner, collection))),
    change: async (owner, collection, update) => whileAvailable(() => change(owner, collection, update)),
    removeAll: async (owner) => {
      const { changes } = whileAvailable(() => removeOwner.run(owner))
      if (changes > 0) removed.eraseSoon()
      removed.eraseNow()
    },
    close: async () => {
      if (!db.isOpen) return
      removed.close()
      db.close()
    },
  }
}

/** No document is empty text. */
const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))
