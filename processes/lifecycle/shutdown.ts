import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '@thirty/infra/logger.ts'

export type Shutdown = ReturnType<typeof createShutdown>

/** Closes what a process has opened, in reverse order. */
export function createShutdown(logger: Logger) {
  const abortController = new AbortController()
  const closers: (() => unknown)[] = []
  let closing: Promise<boolean> | undefined
  let isSuccessful = true

  const closeAll = async (): Promise<boolean> => {
    abortController.abort()
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      try {
        await close()
      } catch (error) {
        isSuccessful = false
        logger.error({ err: error }, 'something could not be closed')
      }
    }
    return isSuccessful
  }
  return {
    /**
     * Registers a closer. The shutdown calls it before all closers that were registered earlier. Once the shutdown has
     * begun, a closer is called as soon as those before it have finished.
     */
    defer: (close: () => unknown): void => {
      closers.push(close)
      // A signal during the start: a store that opens after everything else was closed would keep the process running.
      if (closing) closing = closing.then(closeAll)
    },
    /** Aborts when the shutdown begins: pending waits no longer matter. */
    signal: abortController.signal,
    /** Repeats work every half second until it succeeds, `onFailure` throws, or the shutdown begins; then it rejects. */
    untilDone: async <Result>(
      work: () => Promise<Result>,
      onFailure: (error: unknown) => void,
    ): Promise<Result> => {
      const { signal } = abortController
      for (;;) {
        signal.throwIfAborted()
        try {
          return await work()
        } catch (error) {
          if (!signal.aborted) onFailure(error)
        }
        await pause(500, undefined, { ref: false, signal })
      }
    },
    /** Calls all registered closers in order, once. Returns whether all of them succeeded. */
    close: (): Promise<boolean> => (closing ??= closeAll()),
  }
}

/** Milliseconds that clients who move to another process, and then requests and projection steps in flight, may take after the signal. */
const timeoutMs = 14_000

/** Shuts the process down on SIGINT and SIGTERM. Exits with 1 if something cannot be closed or takes too long. */
export function shutdownOnSignal({ shutdown, logger }: { shutdown: Shutdown; logger: Logger }): void {
  const exit = async () => {
    const timer = setTimeout(() => {
      logger.fatal('something did not close in time, so this process exits without it')
      process.exit(1)
    }, timeoutMs)
    timer.unref()
    process.exitCode = (await shutdown.close()) ? 0 : 1
  }
  // A terminal and its shell may both forward the signal, so it can arrive twice.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void exit())
}
