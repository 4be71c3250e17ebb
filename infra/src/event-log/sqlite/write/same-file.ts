import { statSync } from 'node:fs'

/**
 * Returns a function that throws when this file, which is open, was replaced or removed since. What is written to the open
 * file is lost then, and files beside it (the head anchor, the WAL) belong to another log.
 */
export function sameFileCheck(file: string): () => void {
  const opened = statSync(file, { bigint: true })
  return () => {
    const present = statSync(file, { bigint: true, throwIfNoEntry: false })
    if (present?.ino === opened.ino && present.dev === opened.dev) return
    throw new Error(`${file} was replaced or removed while the product was running`)
  }
}
