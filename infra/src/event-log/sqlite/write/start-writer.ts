// The writer of the embedded log, as its process sees it: starts the thread, which runs `writer-main.ts`, sends appends and erasures to it,
// and settles them with its answers, which come in the same order. All appends of one turn of the event loop are sent in one message.

import { Worker } from 'node:worker_threads'
import { LogUnavailable, StreamRemoved, VersionConflict } from '../../event-log.ts'
import type { AppendResult, ExpectedRevision, NewEvent } from '../../event-log.ts'
import { conflictCode, removedCode } from './writer-messages.ts'
import type { Erasure, WriterRequest, WriterResponse } from './writer-messages.ts'
import { encodeEvent } from '../stored-event.ts'
import type { LogEnd } from '../read/reader.ts'
import type { StreamCache } from '../read/stream-cache.ts'

type PendingAppend = {
  stream: string
  expected: ExpectedRevision
  records: readonly string[]
  resolve: (appended: AppendResult) => void
  reject: (error: Error) => void
}

/** Maximum number of pending appends. With more, the disk is too slow, and longer waiting would only hide that. */
const maxPending = 20_000

/** The methods of a `Worker` that the log uses. */
export type WriterWorker = {
  on(event: 'message', listener: (message: WriterResponse) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(message: WriterRequest): void
  terminate(): Promise<unknown>
}

const startWorker = (folder: string): WriterWorker =>
  new Worker(new URL('./writer-main.ts', import.meta.url), {
    workerData: folder,
    name: 'event-log',
    execArgv: [],
  })

export type WriterOptions = {
  /** Folder of `events.db`, `events.head` and `events.lock`; created when missing. Only one process may use it. */
  folder: string
  /** Is moved to each stored event before its append resolves. */
  end: LogEnd
  /** Receives each stored event before its append resolves, and is cleared when events were erased. */
  streams: Pick<StreamCache, 'append' | 'clear'>
  /**
   * Called once, if after the verification the disk can no longer be trusted (a failed fsync, a damaged file). The log acknowledges nothing
   * after that. The process should exit, so that the next start verifies the log.
   */
  onFailure: (error: Error) => void
  /** Starts the writer. Default: in a separate thread. */
  startWriter?: (folder: string) => WriterWorker
}

export function startWriter({
  folder,
  end,
  streams,
  onFailure,
  startWriter: start = startWorker,
}: WriterOptions) {
  const worker = start(folder)
  const opened = Promise.withResolvers<number>()
  const verified = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  /** The appends without an answer; the last of them are also in `unsent`. */
  const sent: PendingAppend[] = []
  const erasures: PromiseWithResolvers<void>[] = []
  let unsent: PendingAppend[] = []
  let isVerified = false
  let isClosing = false
  let failure: Error | undefined

  const send = (message: WriterRequest) => worker.postMessage(message)

  function requireOpen() {
    if (isClosing) throw new LogUnavailable('The event log is closed.')
    if (failure !== undefined) throw new LogUnavailable(failure.message)
  }

  function flush() {
    if (unsent.length === 0) return
    const appends = unsent.flatMap(({ stream, expected, records }) => [
      stream,
      expected === 'none' ? -1 : expected,
      records.length,
      ...records,
    ])
    send({ kind: 'append', count: unsent.length, appends })
    unsent = []
  }

  function rejectNext(count: number, reason: string) {
    for (const { reject } of sent.splice(0, count)) reject(new LogUnavailable(reason))
  }

  function settle(pending: PendingAppend, revision = -1, position = conflictCode) {
    const { stream, expected, records, resolve, reject } = pending
    if (position === conflictCode) return reject(new VersionConflict(stream, expected, revision))
    if (position === removedCode) return reject(new StreamRemoved(stream))
    // An older position is the result of a repeated append, whose events are known already.
    if (position > end.position) {
      const later = records.length - 1
      for (const [index, record] of records.entries()) {
        const offset = index - later
        streams.append({ stream, record, position: position + offset, revision: revision + offset })
      }
      end.position = position
    }
    resolve({ revision, position: BigInt(position) })
  }

  function settleAll(outcomes: readonly number[]) {
    const settled = sent.splice(0, outcomes.length / 2)
    for (const [index, pending] of settled.entries())
      settle(pending, outcomes[2 * index], outcomes[2 * index + 1])
    end.notify()
  }

  function settleErasure(erasure: PromiseWithResolvers<void> | undefined, reason: string | undefined) {
    if (reason === undefined) erasure?.resolve()
    else erasure?.reject(new LogUnavailable(reason))
  }

  function fail(error: Error) {
    if (failure !== undefined) return
    failure = error
    opened.reject(error)
    verified.reject(error)
    for (const erasure of erasures.splice(0)) settleErasure(erasure, error.message)
    unsent = []
    rejectNext(sent.length, error.message)
    if (isVerified) onFailure(error)
  }

  function handleMessage(message: WriterResponse) {
    switch (message.kind) {
      case 'opened':
        return opened.resolve(message.head)
      case 'verified':
        isVerified = true
        return verified.resolve()
      case 'appended':
        return settleAll(message.outcomes)
      case 'unavailable':
        return rejectNext(message.count, message.reason)
      case 'hidden':
        return streams.clear()
      case 'erased':
        return settleErasure(erasures.shift(), message.reason)
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
    /** Resolves to the position of the newest event when the file is open for reading; it is not verified yet. */
    opened: opened.promise,
    verified: verified.promise,
    /** Throws `LogUnavailable` at once when it is closed, has failed, or too many appends wait. */
    append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
      requireOpen()
      const records = events.map(encodeEvent)
      if (sent.length >= maxPending) throw new LogUnavailable('Too many appends are waiting for the disk.')
      // At the end of this turn: one message per append would cost more than the append itself.
      if (unsent.length === 0) setImmediate(flush)
      return new Promise((resolve, reject) => {
        const pending = { stream, expected, records, resolve, reject }
        unsent.push(pending)
        sent.push(pending)
      })
    },
    erase(erasure: Erasure): Promise<void> {
      requireOpen()
      flush()
      const erased = Promise.withResolvers<void>()
      erasures.push(erased)
      send({ kind: 'erase', ...erasure })
      return erased.promise
    },
    /** Closes the log after everything that was called before. */
    async close() {
      isClosing = true
      flush()
      if (failure === undefined) send({ kind: 'close' })
      else closed.resolve()
      await closed.promise
      await worker.terminate()
    },
  }
}
