import { requireValidAppend, requireValidStreamName } from './append-validation.ts'
import { LogUnavailable, beginning, streamFilter } from './event-log.ts'
import type { EventLog } from './event-log.ts'
import type { Scheduler } from '../scheduler.ts'
import { appendWithRetries } from './eventstoredb/append.ts'
import { connect } from './eventstoredb/connection.ts'
import { subscribe } from './eventstoredb/subscribe.ts'
import { removeStream, truncateStream } from './eventstoredb/erase.ts'
import { erasedStreamsStream, erasedStreams } from './eventstoredb/erased-streams.ts'
import { backoffMs, pause, realTimeScheduler } from './eventstoredb/retry-timing.ts'
import { readHead, readStream } from './eventstoredb/read-events.ts'
import { readLog } from './eventstoredb/read-log.ts'
import { encodeEvent } from './eventstoredb/event-encoding.ts'
import { toError } from './eventstoredb/retry.ts'
import type { EventStoreContext, StoreError } from './eventstoredb/retry.ts'
import { classifyError } from './eventstoredb/error-kinds.ts'

export type EventStoreLogOptions = {
  /** Connection string, `esdb://…` or `esdb+discover://…`. It may hold a password, so nobody prints it. */
  url: string
  /** Told whenever the store could not be used as asked and the log tries again; for the operator's log. */
  onStoreError: (trouble: StoreError) => void
  /** Time; real time when missing, with timers that keep the process alive while somebody waits for the store. */
  scheduler?: Scheduler
  /** Milliseconds after which a call without an answer has failed; 3,000 when missing. */
  deadline?: number
  /** Milliseconds within which a failed call is made again before it is given up; 1,500 when missing. */
  retryForMs?: number
  /** Milliseconds that a live subscription may hear nothing before the store is asked whether that is right; 10,000. */
  idleCheckMs?: number
}

/**
 * A log that may be used at once. `verified` resolves when the store has answered for the first time, however long
 * that takes, and rejects with a sentence when it will never let us in. The same shape as `startSqliteLog` answers.
 */
export type StartedLog = { log: EventLog; verified: Promise<void> }

/** Most events in a batch, unless asked for otherwise. */
const usualBatch = 512

/**
 * Opens the log over EventStoreDB; the store need not be there yet. Throws a sentence when `url` cannot be one.
 * Nobody should be served before `verified` resolves: that is when the store has answered for the first time. It
 * waits as long as that takes, and rejects with a sentence when the store does not let us in.
 */
export async function startEventStoreLog(options: EventStoreLogOptions): Promise<StartedLog> {
  const {
    scheduler = realTimeScheduler,
    deadline = 3_000,
    retryForMs: patience = 1_500,
    idleCheckMs: quiet = 10_000,
  } = options
  const closing = new AbortController()
  const connection = connect({ url: options.url, scheduler, deadline })
  const parts: EventStoreContext = {
    connection,
    retryForMs: patience,
    onStoreError: options.onStoreError,
    closing: closing.signal,
  }
  const log = eventStoreLog(parts, closing, quiet)
  const verified = firstAnswer(parts)
  // Whoever starts the log awaits it too; until then a failure is not unhandled.
  verified.catch(() => {})
  return { log, verified }
}

/** Opens the log once the store has answered. */
export async function openEventStoreLog(options: EventStoreLogOptions): Promise<EventLog> {
  const { log, verified } = await startEventStoreLog(options)
  try {
    await verified
  } catch (error) {
    await log.close()
    throw error
  }
  return log
}

async function firstAnswer(parts: EventStoreContext): Promise<void> {
  for (let failures = 0; !parts.closing.aborted; failures++) {
    try {
      await readHead(parts)
      return
    } catch (error) {
      if (error instanceof LogUnavailable && classifyError(error.cause) === 'denied')
        throw new Error('EventStoreDB does not let us in: see the user and password of EVENTSTORE_URL.', {
          cause: error,
        })
      parts.onStoreError({ during: 'start', error: toError(error) })
    }
    await pause(parts.connection.scheduler, backoffMs(failures), parts.closing)
  }
}

function eventStoreLog(parts: EventStoreContext, closing: AbortController, quiet: number): EventLog {
  const forgotten = erasedStreams(parts)
  const accepted = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  function requireOpen() {
    if (closed !== undefined) throw new LogUnavailable('The event log is closed.')
  }

  /** Closing waits for what was accepted. */
  function accept<Answer>(work: Promise<Answer>): Promise<Answer> {
    const done = work.finally(() => accepted.delete(done))
    accepted.add(done)
    return done
  }

  function requireOurs(stream: string) {
    requireOpen()
    requireValidStreamName(stream)
    if (stream === erasedStreamsStream) throw new TypeError(`"${stream}" is kept by the event log itself.`)
  }

  async function close() {
    await Promise.allSettled(accepted)
    closing.abort()
    await parts.connection.close()
  }

  return {
    async append(stream, events, expected) {
      requireValidAppend(stream, events, expected)
      requireOurs(stream)
      return accept(appendWithRetries(parts, { stream, events: events.map(encodeEvent), expected }))
    },
    async *read(stream, from = 0) {
      requireOpen()
      yield* readStream(parts, stream, from)
    },
    async *readAll({ after = beginning, until, streams, batch = usualBatch } = {}) {
      requireOpen()
      const wanted = streamFilter(streams)
      yield* readLog(parts, forgotten, {
        after,
        isWanted: wanted,
        batch,
        ...(until !== undefined && { until }),
      })
    },
    subscribe: ({ after, streams, batch = usualBatch, signal }) =>
      subscribe(parts, forgotten, {
        after,
        isWanted: streamFilter(streams),
        batch,
        idleCheckMs: quiet,
        signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      }),
    async head() {
      requireOpen()
      return readHead(parts)
    },
    async truncate(stream, before) {
      requireOurs(stream)
      await accept(truncateStream(parts, forgotten, stream, before))
    },
    async remove(stream) {
      requireOurs(stream)
      await accept(removeStream(parts, forgotten, stream))
    },
    close: () => (closed ??= close()),
  }
}
