import type { Logger } from '@thirty/infra/logger.ts'

/** What was opened, to be let go of: the last that was opened is the first to be closed. */
export type Shutdown = {
  /** Closes this at the end, before everything that was handed in earlier. */
  defer(close: () => unknown): void
  /** Fires when the end begins: what is waited for no longer matters. */
  signal: AbortSignal
  /** Closes everything, in order, once. Answers whether all of it could be closed. */
  close(): Promise<boolean>
}

export function createShutdown(output: Logger): Shutdown {
  const begun = new AbortController()
  const closers: (() => unknown)[] = []
  let end: Promise<boolean> | undefined

  const closeAll = async (): Promise<boolean> => {
    let isWhole = true
    begun.abort()
    for (let closer = closers.pop(); closer !== undefined; closer = closers.pop()) {
      try {
        await closer()
      } catch (error) {
        isWhole = false
        output.error({ err: error }, 'something could not be closed')
      }
    }
    return isWhole
  }
  return {
    defer: (closer) => void closers.push(closer),
    signal: begun.signal,
    close: () => (end ??= closeAll()),
  }
}

/** How long requests and steps under way may take when the process is asked to end. */
const endWithin = 10_000

/** Ends the process in order when a signal asks for it. */
export function shutdownOnSignal(ending: Shutdown, output: Logger): void {
  const end = async () => {
    const stuck = setTimeout(() => {
      output.fatal('something did not close in time, so this process exits without it')
      process.exit(1)
    }, endWithin)
    stuck.unref()
    process.exitCode = (await ending.close()) ? 0 : 1
  }
  // A terminal and its shell may each pass the signal on, so it can arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
}
