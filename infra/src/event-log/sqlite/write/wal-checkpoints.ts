import type { DatabaseSync } from 'node:sqlite'

/** Size of the WAL, in pages of 4 KiB, beyond which it is checkpointed. */
const maxPages = 2000

/** Commits between two checks of the WAL's size. */
const checkEvery = 16

/** Checkpoints the WAL when it has grown. Unlike auto-checkpoints, it throws when a checkpoint fails. */
export function walCheckpoints(db: DatabaseSync) {
  const readSize = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let commits = 0
  return {
    afterCommit() {
      if (++commits % checkEvery !== 0) return
      const size = readSize.get()
      if (Number(size?.['log']) - Number(size?.['checkpointed']) > maxPages) checkpoint.get()
    },
  }
}

/**
 * Checkpoints and empties the WAL, so that no erased byte stays in a file. Returns false when a reader prevented it.
 */
export function truncateWal(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
}
