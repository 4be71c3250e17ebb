import type { ResolvedEvent } from '@eventstore/db-client'
import type { Scheduler } from '../../scheduler.ts'

/** The events of one streaming call. Unread events slow down the store's sending. */
export type ReadBuffer = ReturnType<typeof openReadBuffer>

/** The part of the client's streams that this uses. */
export type ReadSource = {
  readonly readableLength: number
  read(): unknown
  on(name: string, run: (error?: Error) => void): unknown
}

/** `cancel` ends the call at the store, which would otherwise keep sending. */
export function openReadBuffer(source: ReadSource, scheduler: Scheduler, cancel: () => void) {
  let hasFinished = false
  let isClosed = false
  let failure: Error | undefined
  let hasChanged = false
  let notify = () => {}

  function wake() {
    hasChanged = true
    notify()
  }
  function end(error?: Error) {
    hasFinished = true
    failure ??= error
    wake()
  }
  source.on('readable', wake)
  source.on('end', () => end())
  source.on('close', () => end())
  // Never removed: an error after `cancel` would otherwise end the process.
  source.on('error', (error) => end(error))

  return {
    wake,
    /** Returns the next event that has arrived, or `null`. */
    read(): ResolvedEvent | null {
      // The client's streams contain only resolved events.
      return source.read() as ResolvedEvent | null
    },
    /** True when all events that have arrived were read. */
    isEmpty: () => source.readableLength === 0,
    /** True when no more events will arrive. Throws when an error is the reason. */
    hasEnded(): boolean {
      if (failure !== undefined) throw failure
      return hasFinished
    },
    /**
     * Resolves to true when something has happened since the last call, to false after this many milliseconds or when
     * the signal aborts.
     */
    async waitForChange(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
      if (!hasChanged) {
        const notified = Promise.withResolvers<void>()
        notify = notified.resolve
        const cancelTimer = scheduler.after(milliseconds, notify)
        signal?.addEventListener('abort', notify)
        if (signal?.aborted !== true) await notified.promise
        cancelTimer()
        signal?.removeEventListener('abort', notify)
      }
      const changed = hasChanged
      hasChanged = false
      return changed
    },
    close() {
      if (isClosed) return
      isClosed = true
      end()
      cancel()
    },
  }
}
