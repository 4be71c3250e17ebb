/**
 * Returns a function that runs `work`, one run at a time. Calls that come during a run share the next one, so that no result is older than
 * its call. A run that fails leaves the next one alone.
 */
export function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  return () => {
    if (next) return next
    const run = running.then(() => {
      next = undefined
      return work()
    })
    next = run
    running = run.catch(() => undefined)
    return run
  }
}
