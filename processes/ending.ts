import type { Log } from '@thirty/infra/telemetry.ts'

/** What is let go of when the process is asked to end: the last that was opened is the first to be closed. */
export type Ending = {
  /** Closes this at the end, before everything that was handed in earlier. */
  last(close: () => unknown): void
  /** Fires when the end begins: what is waited for no longer matters. */
  begun: AbortSignal
}

/** How long requests and steps under way may take when the process is asked to end. */
const endWithin = 10_000

/** Ends the process in order when a signal asks for it: finish what was accepted, take nothing new, let go of the rest. */
export function endOnSignal(output: Log): Ending {
  const closers: (() => unknown)[] = []
  const begun = new AbortController()
  let end: Promise<void> | undefined

  const close = async (): Promise<void> => {
    const stuck = setTimeout(() => {
      output.fatal('something did not end in time, so this process ends without it')
      process.exit(1)
    }, endWithin)
    stuck.unref()
    process.exitCode = 0
    begun.abort()
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      try {
        await closer()
      } catch (error) {
        process.exitCode = 1
        output.error({ err: error }, 'something could not be closed')
      }
    }
  }
  // A terminal and its shell may each pass the signal on, so it can arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void (end ??= close()))

  return { last: (closer) => void closers.push(closer), begun: begun.signal }
}
