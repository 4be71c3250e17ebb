import type { DatabaseSync } from 'node:sqlite'
import { walCheckpoints } from '../event-log/sqlite/write/wal-checkpoints.ts'

/** Milliseconds after which removed bytes leave the write-ahead log; removals in between are done together. */
const delayMs = 1_000

/**
 * Erases removed entries from SQLite's write-ahead log, which keeps copies of them until it is emptied. While another program
 * reads, and after an error, it tries again every second, and without waiting for a lock. Begins with what an earlier process left.
 */
export function removedBytes(db: DatabaseSync) {
  const wal = walCheckpoints(db, { onRetry: attempt, onCheckpoint: () => undefined })
  let timer: NodeJS.Timeout | undefined

  function attempt(): void {
    clearTimeout(timer)
    timer = undefined
    try {
      wal.retryEmpty()
    } catch {
      // It tries again by itself.
    }
  }

  attempt()
  return {
    /** Something was removed. */
    eraseSoon() {
      timer ??= setTimeout(attempt, delayMs)
    },
    /** Erases at once what was removed. */
    eraseNow() {
      if (timer !== undefined) attempt()
    },
    close() {
      clearTimeout(timer)
      try {
        wal.close()
      } catch {
        // The next start tries again.
      }
    },
  }
}
