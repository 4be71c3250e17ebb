// Checkpoints the WAL of an SQLite database (the event log, the entry store) when it has grown, and empties it after an erasure.

import type { DatabaseSync } from 'node:sqlite'

/** Size of the WAL, in pages of 4 KiB, beyond which it is checkpointed. */
const maxPages = 2000

/** Commits between two checks of the WAL's size. */
const checkEvery = 16

/** Milliseconds after which an erasure that a reader held up is tried again. */
const retryMs = 1_000

/**
 * Unlike auto-checkpoints, a failed checkpoint throws. `onRetry` must call `retryEmpty`; it runs until no erased byte is left in the WAL.
 * `onCheckpoint` is called after every checkpoint, also after a failed checkpoint: it may have written a part of the file.
 */
export function walCheckpoints(
  db: DatabaseSync,
  { onRetry, onCheckpoint }: { onRetry: () => void; onCheckpoint: () => void },
) {
  const readSize = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let commits = 0
  let retry: NodeJS.Timeout | undefined

  function runCheckpoint<Result>(run: () => Result): Result {
    try {
      return run()
    } finally {
      onCheckpoint()
    }
  }

  /** Returns false when a reader prevented it. Then it is retried, and also after an error. */
  function empty(): boolean {
    clearTimeout(retry)
    let isEmpty = false
    try {
      isEmpty = runCheckpoint(() => truncateWal(db))
    } finally {
      if (!isEmpty) retry = setTimeout(onRetry, retryMs)
    }
    return isEmpty
  }

  return {
    afterCommit() {
      if (++commits % checkEvery !== 0) return
      const size = readSize.get()
      if (Number(size?.['log']) - Number(size?.['checkpointed']) <= maxPages) return
      runCheckpoint(() => checkpoint.get())
    },
    /**
     * Checkpoints and empties the WAL, so that no erased byte stays in a file. Returns false when a reader prevented it.
     * Then, and after an error, it tries again every second.
     */
    empty,
    /** Like `empty`, but never waits for a reader: appends would wait, too. */
    retryEmpty() {
      const timeout = Number(db.prepare('PRAGMA busy_timeout').get()?.['timeout'])
      db.exec('PRAGMA busy_timeout = 0')
      try {
        empty()
      } finally {
        db.exec(`PRAGMA busy_timeout = ${timeout}`)
      }
    },
    /** Empties the WAL if no reader prevents it, and ends the retries. */
    close() {
      clearTimeout(retry)
      runCheckpoint(() => truncateWal(db))
    },
  }
}

/** Checkpoints and empties the WAL. Returns false when a reader prevented it. */
function truncateWal(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
}
