import type { ResolvedEvent } from '@eventstore/db-client'
import type { Scheduler } from '../../scheduler.ts'

/** What the store sends on one call, taken as quickly as the reader likes: what is not taken slows the store down. */
export type ReadBuffer = ReturnType<typeof openReadBuffer>

/** A stream of the client's, as much as is read of it. */
export type ReadSource = {
  readonly readableLength: number
  read(): unknown
  on(name: string, run: (error?: Error) => void): unknown
}

/** `hangUp` ends the call at the store; leaving the stream alone would not. */
export function openReadBuffer(source: ReadSource, scheduler: Scheduler, hangUp: () => void) {
  let over = false
  let isClosed = false
  let failure: Error | undefined
  let hasNews = false
  let tell = () => {}

  function wake() {
    hasNews = true
    tell()
  }
  function end(error?: Error) {
    over = true
    failure ??= error
    wake()
  }
  source.on('readable', wake)
  source.on('end', () => end())
  source.on('close', () => end())
  // For good: an error that comes after we hung up would otherwise end the process.
  source.on('error', (error) => end(error))

  return {
    wake,
    /** The next event that has arrived, or `null`. */
    read(): ResolvedEvent | null {
      // The client's streams hold nothing else.
      return source.read() as ResolvedEvent | null
    },
    /** Whether everything that has arrived was read. */
    isEmpty: () => source.readableLength === 0,
    /** Nothing more will arrive. Throws when that is because of an error. */
    hasEnded(): boolean {
      if (failure !== undefined) throw failure
      return over
    },
    /** True as soon as something has happened since the last time, false after so many milliseconds or at the signal. */
    async waitForChange(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
      if (!hasNews) {
        const told = Promise.withResolvers<void>()
        tell = told.resolve
        const callOff = scheduler.after(milliseconds, tell)
        signal?.addEventListener('abort', tell)
        if (signal?.aborted !== true) await told.promise
        callOff()
        signal?.removeEventListener('abort', tell)
      }
      const changed = hasNews
      hasNews = false
      return changed
    },
    close() {
      if (isClosed) return
      isClosed = true
      end()
      hangUp()
    },
  }
}
