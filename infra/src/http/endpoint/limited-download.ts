import { SharedCapacity } from '../../shared-capacity.ts'

/** A download that takes longer is cut: a caller who reads slowly must not keep others from theirs. */
const defaultTimeoutMs = 5 * 60_000

/**
 * Creates a limit for downloads that cost much: two run at once, and two more wait. Others throw `busy`. Their content is yielded once it
 * is its turn, and `cut` is called if it takes longer than `timeoutMs`.
 */
export function limitedDownloads({ timeoutMs = defaultTimeoutMs } = {}) {
  const capacity = new SharedCapacity(2, { maxWaiting: 2 })
  return async function* limited(content: AsyncIterable<string>, cut: () => void): AsyncGenerator<string> {
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
