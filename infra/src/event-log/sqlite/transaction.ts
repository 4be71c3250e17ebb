import type { DatabaseSync } from 'node:sqlite'

/** Does all of it or nothing. Whatever `work` or the commit throws is thrown on, after the rollback. */
export function inTransaction(db: DatabaseSync, work: () => void) {
  db.exec('BEGIN IMMEDIATE')
  try {
    work()
    db.exec('COMMIT')
  } catch (error) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
