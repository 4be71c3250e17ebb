// Checkpoints the WAL of the embedded log when it has grown, and empties it after an erasure, as it does for the entry store.

import type { DatabaseSync } from 'node:sqlite'

/** Size of the WAL, in pages of 4 KiB, beyond which it is checkpointed. */
const maxPages = 2000

/** Commits between two checks of the WAL's size. */
const checkEvery = 16

/** Milliseconds after which the WAL is emptied, or an erasure that a reader held up is tried again. */
const retryMs = 1_000

/**
 * Unlike auto-checkpoints, a failed checkpoint throws. `attempt` runs what is done later, and handles its errors. `onCheckpoint` is
 * called after every checkpoint, also after a failed checkpoint: it may have written a part of the file.
 */
export function walCheckpoints(
  db: DatabaseSync,
  { attempt, onCheckpoint }: { attempt: (retry: () => void) => void; onCheckpoint: () => void },
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

  function empty(run = truncateWal): boolean {
    clearTimeout(retry)
    retry = undefined
    let isEmpty = false
    try {
      isEmpty = runCheckpoint(() => run(db))
    } finally {
      if (!isEmpty) emptySoon()
    }
    return isEmpty
  }

  const emptyAtOnce = () => empty(truncateWalAtOnce)
  const emptySoon = () => {
    retry ??= setTimeout(() => attempt(emptyAtOnce), retryMs)
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
    empty: () => empty(),
    /** Like `empty`, but never waits for a reader: appends would wait, too. */
    emptyAtOnce,
    /** Does so in a second, once for all calls until then. */
    emptySoon,
    /** Empties the WAL if no reader prevents it, and ends the retries. */
    close() {
      clearTimeout(retry)
      runCheckpoint(() => truncateWal(db))
    },
  }
}

/** Checkpoints and empties the WAL. Returns false when a reader prevented it. */
const truncateWal = (db: DatabaseSync): boolean =>
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0

/** Like `truncateWal`, but does not wait for a reader. */
function truncateWalAtOnce(db: DatabaseSync): boolean {
  const timeout = Number(db.prepare('PRAGMA busy_timeout').get()?.['timeout'])
  db.exec('PRAGMA busy_timeout = 0')
  try {
    return truncateWal(db)
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`)
  }
}
