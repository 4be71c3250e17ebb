import type { DatabaseSync } from 'node:sqlite'

/** Pages of 4 KiB in the WAL, beyond which it is written back. */
const mostPages = 2000

/** Commits between two looks at the WAL. */
const every = 16

/** Writes the WAL back into the database from time to time. Its errors are thrown, unlike those of auto-checkpoints. */
export function walCheckpoints(db: DatabaseSync) {
  const look = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const writeBack = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let commits = 0
  return {
    afterCommit() {
      if (++commits % every !== 0) return
      const wal = look.get()
      if (Number(wal?.['log']) - Number(wal?.['checkpointed']) > mostPages) writeBack.get()
    },
  }
}

/** Writes the WAL back and empties it, so that no forgotten byte stays in a file. False when a reader was in the way. */
export function truncateWal(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
}
