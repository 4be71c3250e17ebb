import { writeHeadAnchor, writeHeadAnchorSync } from '../head-anchor.ts'
import type { HeadAnchor } from '../head-anchor.ts'

/** Milliseconds. Together with the write itself less than a second, even on a slow disk. */
const delay = 500

/** Follows the head of the log with the anchor file. `onFailure` hears of every error but a full disk. */
export function headAnchorWriter(
  folder: string,
  head: () => HeadAnchor,
  onFailure: (error: unknown) => void,
) {
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  async function write() {
    try {
      await writeHeadAnchor(folder, head())
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
    schedule() {
      timer ??= setTimeout(start, delay)
    },
    /** Writes the last anchor. */
    async close() {
      clearTimeout(timer)
      await writing
      clearTimeout(timer)
      writeHeadAnchorSync(folder, head())
    },
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
