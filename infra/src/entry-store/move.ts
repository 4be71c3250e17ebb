import { systemClock } from '../clock.ts'
import type { EntryStore } from './entry-store.ts'
import { hasEntryFile, openEntryFile, removeEntryFile } from './sqlite-file.ts'

/**
 * Moves the entries of a database file into another store, and deletes the file. An entry that the other store has already stays as it is
 * there. If it is interrupted, the next call continues. Returns how many entries the file had. Throws `StoreUnavailable` while the other
 * store cannot be reached, and `ConfigError` if the file cannot be used.
 */
export async function moveEntries(
  folder: string,
  target: Pick<EntryStore, 'put' | 'change' | 'list'>,
): Promise<number> {
  if (!hasEntryFile(folder)) return 0
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
  removeEntryFile(folder)
  return moved
}
