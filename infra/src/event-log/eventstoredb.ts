// The event log in EventStoreDB: connects to the store, and makes an `EventLog` of the parts in `eventstoredb/`.

import {
  requireValidAppend,
  requireValidStreamName,
  LogUnavailable,
  type EventLog,
  type StartedLog,
} from './event-log.ts'
import { pause, type Scheduler } from '../scheduler.ts'
import { appendWithRetries } from './eventstoredb/append.ts'
import { compareEvent, readBackwards, readLog } from './eventstoredb/read-log.ts'
import { connect } from './eventstoredb/connection.ts'
import { subscribe } from './eventstoredb/subscribe.ts'
import { erasedStreams, erasedStreamsStream } from './eventstoredb/erased-streams.ts'
import {
  spreadBackoffMs,
  realTimeScheduler,
  toError,
  type EventStoreContext,
  type StoreError,
} from './eventstoredb/retry.ts'
import { readHead, readStream } from './eventstoredb/read-events.ts'
import { encodeEvent } from './eventstoredb/event-encoding.ts'
import { classifyError } from './eventstoredb/error-kinds.ts'

export type EventStoreLogOptions = {
  /** Connection string, `esdb://…` or `kurrentdb://…`, also with `+discover`. It may contain a password, so it must never be printed. */
  url: string
  /** Called for every failed call that the log retries or gives up; for the operator's log. */
  onStoreError: (storeError: StoreError) => void
  /**
   * Clock and timers; real time when missing, with timers that keep the process alive while a call waits for the
   * store.
   */
  scheduler?: Scheduler
} & Partial<typeof defaultTiming>

/** In milliseconds. */
const defaultTiming = {
  /** After this time, a call without a response has failed. */
  deadline: 2_000,
  /** So long after its start, a failed call is repeated. */
  retryForMs: 1_500,
  /** After this time without an event, a live subscription asks the store whether it is up to date. */
  idleCheckMs: 10_000,
}

/**
 * Opens the log in EventStoreDB; the store may still be down. Throws an Error with a message for the operator when
 * `url` is invalid. Serve no requests before `verified` resolves.
 */
export async function startEventStoreLog(options: EventStoreLogOptions): Promise<StartedLog> {
  const { url, onStoreError, scheduler = realTimeScheduler } = options
  const { deadline, retryForMs, idleCheckMs } = { ...defaultTiming, ...options }
  const closing = new AbortController()
  const connection = connect({ url, scheduler, deadline, closing: closing.signal })
  const store: EventStoreContext = { connection, retryForMs, onStoreError, closing: closing.signal }
  const context = { ...store, erased: erasedStreams(store) }
  const pending = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  function requireOpen() {
    if (closed !== undefined) throw new LogUnavailable('The event log is closed.')
  }

  async function* whileOpen<Item>(read: AsyncIterable<Item>) {
    requireOpen()
    yield* read
  }

  /** Lets `close` wait for this work. */
  function track<Result>(work: Promise<Result>): Promise<Result> {
    const tracked = work.finally(() => pending.delete(tracked))
    pending.add(tracked)
    return tracked
  }

  function requireWritable(stream: string) {
    requireOpen()
    requireValidStreamName(stream)
    if (stream === erasedStreamsStream)
      throw new TypeError(`"${stream}" is reserved for the event log itself.`)
  }

  async function close() {
    await Promise.allSettled(pending)
    closing.abort()
    connection.close()
  }

  const log: EventLog = {
    async append(stream, events, expected) {
      requireValidAppend(stream, events, expected)
      requireWritable(stream)
      return track(appendWithRetries(context, { stream, events: events.map(encodeEvent), expected }))
    },
    read: (stream, from = 0) => whileOpen(readStream(context, stream, from)),
    readAll: (range) => whileOpen(readLog(context, range)),
    readBackwards: (range) => whileOpen(readBackwards(context, range)),
    subscribe: (subscription) => subscribe(context, subscription, idleCheckMs),
    async head() {
      requireOpen()
      return readHead(context)
    },
    async compareEvent(event) {
      requireOpen()
      return compareEvent(context, event)
    },
    async truncate(stream, before, truncation) {
      requireWritable(stream)
      await track(context.erased.truncate(stream, before, truncation))
    },
    async remove(stream) {
      requireWritable(stream)
      await track(context.erased.remove(stream))
    },
    close: () => (closed ??= close()),
  }
  const verified = waitForStore(context)
  // The caller awaits `verified` too. Without this, a failure before that would be an unhandled rejection.
  verified.catch(() => {})
  return { log, verified }
}

async function waitForStore(context: EventStoreContext): Promise<void> {
  for (let failures = 0; !context.closing.aborted; failures++) {
    try {
      await readHead(context)
      return
    } catch (error) {
      if (error instanceof LogUnavailable && classifyError(error.cause) === 'denied')
        throw new Error('EventStoreDB denies access: check the user and password in EVENTSTORE_URL.', {
          cause: error,
        })
      context.onStoreError({ during: 'start', error: toError(error) })
    }
    await pause(context.connection.scheduler, spreadBackoffMs(failures), context.closing)
  }
}
