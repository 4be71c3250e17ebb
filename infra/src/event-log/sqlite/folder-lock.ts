import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { isLocked } from '../../sqlite-errors.ts'

/** Another process holds the lock of a folder. The message is for the operator. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks the folder for this process and returns a function that unlocks it. The operating system also unlocks it when
 * the process dies. Throws `FolderInUse` when another process holds the lock.
 */
export function lockFolder(folder: string): () => void {
  const db = new DatabaseSync(join(folder, 'events.lock'))
  try {
    // Nothing is ever written to this file; it exists for its lock.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!isLocked(error)) throw error
    throw new FolderInUse(`Another process already uses the event log in ${folder}; stop it first.`, {
      cause: error,
    })
  }
  return () => db.close()
}
