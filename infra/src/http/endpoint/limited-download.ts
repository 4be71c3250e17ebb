import { concurrencyLimit } from '../../concurrency-limit.ts'

/** A download that takes longer is cut: a caller who reads slowly must not keep others from theirs. */
const defaultTimeoutMs = 5 * 60_000

/** Returns content that is yielded once it is its turn. `cut` is called if it takes too long. */
export type LimitDownload = (content: AsyncIterable<string>, cut: () => void) => AsyncGenerator<string>

/**
 * Creates a limit for downloads that cost much: two run at once, and two more wait. Others throw `busy`. `timeoutMs`: how long one
 * may take.
 */
export function limitedDownloads({ timeoutMs = defaultTimeoutMs } = {}): LimitDownload {
  const runLimited = concurrencyLimit({ maxConcurrent: 2, maxQueued: 2 })
  return async function* limited(content, cut) {
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const turn = runLimited(() => {
      begun.resolve()
      return ended.promise
    })
    await Promise.race([begun.promise, turn])
    const timer = setTimeout(cut, timeoutMs)
    try {
      yield* content
    } finally {
      clearTimeout(timer)
      ended.resolve()
    }
  }
}
