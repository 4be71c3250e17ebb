import { writeAnchor, writeAnchorSync } from './anchor.ts'
import type { Anchor } from './anchor.ts'

/** Milliseconds. Together with the write itself less than a second, even on a slow disk. */
const delay = 500

/** Follows the head of the log with the anchor file. `onFailure` hears of every error but a full disk. */
export function keepAnchor(folder: string, head: () => Anchor, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write() {
    try {
      await writeAnchor(folder, head())
      timer = undefined
    } catch (error) {
      if (!isDiskFull(error)) return onFailure(error)
      timer = setTimeout(start, delay)
    }
  }
  const start = () => {
    writing = write()
  }

  return {
    /** There is a new head; the anchor follows soon. */
    moved() {
      timer ??= setTimeout(start, delay)
    },
    /** Writes the last anchor. */
    async close() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      writeAnchorSync(folder, head())
    },
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
