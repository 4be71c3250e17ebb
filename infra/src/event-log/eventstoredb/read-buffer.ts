// Receives the events of a streaming call of EventStoreDB.

import type { ResolvedEvent } from '@eventstore/db-client'
import type { Scheduler } from '../../scheduler.ts'
import { LogUnavailable } from '../event-log.ts'
import { TimeoutError } from './error-kinds.ts'

/** The events of one streaming call. Unread events slow down the store's sending. */
export type ReadBuffer = ReturnType<typeof openReadBuffer>

/** The part of the client's streams that this uses. */
export type ReadSource = {
  readonly readableLength: number
  read(): unknown
  on(name: string, run: (error?: Error) => void): unknown
}

/** `cancel` ends the call at the store, which would otherwise keep sending. */
export function openReadBuffer(source: ReadSource, scheduler: Scheduler, cancel: () => Promise<void>) {
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
      // The call may never have started; then there is nothing to cancel.
      cancel().catch(() => {})
    },
  }
}

/**
 * Yields all events of a call until it ends. Throws a `TimeoutError` when no event arrives for `limitMs()`
 * milliseconds, asked anew for each event.
 */
export async function* receiveEvents(
  buffer: ReadBuffer,
  closing: AbortSignal,
  limitMs: () => number,
): AsyncGenerator<ResolvedEvent> {
  try {
    for (;;) {
      const resolved = buffer.read()
      if (resolved !== null) yield resolved
      else if (buffer.hasEnded()) return
      else {
        const timeoutMs = limitMs()
        if (await buffer.waitForChange(timeoutMs, closing)) continue
        if (closing.aborted) throw new LogUnavailable('The event log is closed.')
        throw new TimeoutError(`Nothing was read within ${timeoutMs} milliseconds.`)
      }
    }
  } finally {
    buffer.close()
  }
}
