import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'

/**
 * Takes the folder for this process. The operating system lets go when the process dies, however it dies.
 * Throws a sentence when another process has it. Returns the way to let go.
 */
export function lockFolder(folder: string): () => void {
  const db = new DatabaseSync(join(folder, 'events.lock'))
  try {
    // Nothing is ever written: the lock is all we want of this file.
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    db.close()
    if (!isBusy(error)) throw error
    throw new Error(`Another process already uses the event log in ${folder}; stop it first.`, {
      cause: error,
    })
  }
  return () => db.close()
}

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5
}
