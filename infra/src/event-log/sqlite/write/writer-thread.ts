// Starts the writer thread, which runs `writer-main.ts`, and exchanges messages with it.

import { Worker } from 'node:worker_threads'
import { LogUnavailable } from '../../event-log.ts'
import type { Erasure, WriterResponse, WriterRequest, WriterOptions } from './writer-messages.ts'

/** Handlers of the writer's messages. `onFailure` is called once; no message follows it. */
export type WriterThreadHandlers = {
  onAppended: (outcomes: number[]) => void
  onUnavailable: (count: number, reason: string) => void
  /** Events were erased: those in memory must be forgotten at once, even if their bytes are still in a file. */
  onHidden: () => void
  onFailure: (error: Error) => void
}

type PendingErasure = { resolve: () => void; reject: (error: Error) => void }

/** The methods of a `Worker` that the log uses. */
export type WriterWorker = {
  on(event: 'message', listener: (message: WriterResponse) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(message: WriterRequest): void
  terminate(): Promise<unknown>
}

/** Starts a thread that runs `writer-main.ts`. */
const startWorker = (workerData: WriterOptions): WriterWorker =>
  new Worker(new URL('./writer-main.ts', import.meta.url), { workerData, name: 'event-log', execArgv: [] })

export function startWriterThread(
  folder: string,
  { onAppended, onUnavailable, onHidden, onFailure }: WriterThreadHandlers,
  start: (options: WriterOptions) => WriterWorker = startWorker,
) {
  const worker = start({ folder })
  const opened = Promise.withResolvers<number>()
  const verified = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  const erasures: PendingErasure[] = []
  let failure: Error | undefined

  function fail(error: Error) {
    if (failure !== undefined) return
    failure = error
    opened.reject(error)
    verified.reject(error)
    for (const { reject } of erasures.splice(0)) reject(new LogUnavailable(error.message))
    onFailure(error)
  }

  function handleMessage(message: WriterResponse) {
    switch (message.kind) {
      case 'opened':
        return opened.resolve(message.head)
      case 'verified':
        return verified.resolve()
      case 'appended':
        return onAppended(message.outcomes)
      case 'unavailable':
        return onUnavailable(message.count, message.reason)
      case 'hidden':
        return onHidden()
      case 'erased':
        return settle(erasures.shift(), message.reason)
      case 'failed':
        return fail(new Error(message.reason))
      case 'closed':
        // Set here, because the thread may exit in the same turn, which is not a failure now.
        failure ??= new Error('The event log is closed.')
        return closed.resolve()
    }
  }

  worker.on('message', handleMessage)
  worker.on('error', (error) => fail(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => {
    fail(new Error('The writer thread of the event log has exited.'))
    closed.resolve()
  })
  // The caller awaits them too. Without this, a failure before that would be an unhandled rejection.
  opened.promise.catch(() => {})
  verified.promise.catch(() => {})

  return {
    opened: opened.promise,
    verified: verified.promise,
    failure: () => failure,
    send: (message: WriterRequest) => worker.postMessage(message),
    erase: (erasure: Erasure) =>
      new Promise<void>((resolve, reject) => {
        erasures.push({ resolve, reject })
        worker.postMessage({ kind: 'erase', ...erasure } satisfies WriterRequest)
      }),
    /** Closes the log after all messages that were sent before. */
    async close() {
      if (failure === undefined) worker.postMessage({ kind: 'close' } satisfies WriterRequest)
      else closed.resolve()
      await closed.promise
      await worker.terminate()
    },
  }
}

export type WriterThread = ReturnType<typeof startWriterThread>

function settle(erasure: PendingErasure | undefined, reason: string | undefined) {
  if (reason === undefined) erasure?.resolve()
  else erasure?.reject(new LogUnavailable(reason))
}
