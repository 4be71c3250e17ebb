/**
 * Returns a function that calls `run` at once. Calls while `run` is pending, or within `throttleMs` milliseconds after it,
 * lead to one more run after that time. `run` must not reject.
 */
export function throttle(run: () => Promise<unknown>, throttleMs: number): () => void {
  let isQueued = false
  let isBusy = false

  const runOrQueue = async (): Promise<void> => {
    isQueued = isBusy
    if (isBusy) return
    isBusy = true
    await run()
    setTimeout(() => {
      isBusy = false
      if (isQueued) void runOrQueue()
    }, throttleMs)
  }
  return () => void runOrQueue()
}
