// Notices that a file, which is open, was replaced, removed or overwritten. Writes to the open file are lost then, and files
// beside it (the head anchor, the WAL) belong to another log.

import { hash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'

export function sameFileCheck(file: string) {
  const descriptor = openSync(file, 'r')
  const opened = fstatSync(descriptor, { bigint: true })
  let changedAt = opened.mtimeNs
  let content = contentHash(descriptor)

  return {
    /** Throws when another file has replaced the opened one, or another program has written to it. */
    require(): void {
      const present = statSync(file, { bigint: true, throwIfNoEntry: false })
      const isSame = present?.ino === opened.ino && present.dev === opened.dev
      // A file system may change the time of a write later, so the content decides.
      if (isSame && (present.mtimeNs === changedAt || contentHash(descriptor) === content)) {
        changedAt = present.mtimeNs
        return
      }
      throw new Error(`${file} was replaced or removed while the product was running`)
    },
    /** To be called after every checkpoint: nothing else may change the file. */
    written(): void {
      changedAt = fstatSync(descriptor, { bigint: true }).mtimeNs
      content = contentHash(descriptor)
    },
    /**
     * To be called after SQLite has closed the file. Closing any descriptor of a file releases the locks of the process: closing ours earlier
     * would release the locks of SQLite.
     */
    close: (): void => closeSync(descriptor),
  }
}

const headBytes = 4_096
/** The newest events are in one of the pages that were added last. */
const tailBytes = 65_536

/** Returns the hash of the beginning of a database, which counts its changes and pages, and of its end. */
function contentHash(descriptor: number): string {
  const { size } = fstatSync(descriptor)
  const bytes = Buffer.alloc(headBytes + tailBytes)
  readSync(descriptor, bytes, 0, headBytes, 0)
  readSync(descriptor, bytes, headBytes, tailBytes, Math.max(size - tailBytes, 0))
  return hash('sha256', bytes)
}
