import { SharedCapacity } from '../../shared-capacity.ts'

/** A download that takes longer is cut: a caller who reads slowly must not keep others from theirs. */
const defaultTimeoutMs = 5 * 60_000

/** Returns content that is yielded once it is its turn. `cut` is called if it takes too long. */
export type LimitDownload = (content: AsyncIterable<string>, cut: () => void) => AsyncGenerator<string>

/**
 * Creates a limit for downloads that cost much: two run at once, and two more wait. Others throw `busy`. `timeoutMs`: how long one
 * may take.
 */
export function limitedDownloads({ timeoutMs = defaultTimeoutMs } = {}): LimitDownload {
  const capacity = new SharedCapacity(2, { maxWaiting: 2 })
  return async function* limited(content, cut) {
    const release = await capacity.acquire(1)
    const timer = setTimeout(cut, timeoutMs)
    try {
      yield* content
    } finally {
      clearTimeout(timer)
      release()
    }
  }
}
