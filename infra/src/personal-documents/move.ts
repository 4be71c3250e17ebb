import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { PersonalDocuments } from './personal-documents.ts'
import { openPersonalFile, personalFile, personalFiles } from './sqlite-file.ts'

/** `moved`: documents that are in the other store now; `dropped`: documents that it had already. */
export type MovedDocuments = { moved: number; dropped: number }

/**
 * Moves the documents of a database file into another store, and deletes the file. A document that the other store has already
 * stays as it is there. If it is interrupted, the next call continues. Throws `StoreUnavailable` while the other store cannot be
 * reached, and `ConfigError` if the file cannot be used.
 */
export async function movePersonalDocuments(
  folder: string,
  target: PersonalDocuments,
): Promise<MovedDocuments> {
  const result = { moved: 0, dropped: 0 }
  if (!existsSync(personalFile(folder))) return result
  const db = openPersonalFile(folder)
  try {
    const next = db.prepare('SELECT owner, collection, document FROM documents LIMIT 1')
    const remove = db.prepare('DELETE FROM documents WHERE owner = ? AND collection = ?')
    for (let row = next.get(); row !== undefined; row = next.get()) {
      const [owner, collection] = [String(row['owner']), String(row['collection'])]
      const document: unknown = JSON.parse(String(row['document']))
      let isNew = false
      await target.change(owner, collection, (existing) => {
        isNew = existing === undefined
        return existing ?? document
      })
      result[isNew ? 'moved' : 'dropped'] += 1
      remove.run(owner, collection)
    }
  } finally {
    db.close()
  }
  for (const file of personalFiles(folder)) await rm(file, { force: true })
  return result
}
