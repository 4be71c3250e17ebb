import { requireAppend, requireStream } from './append-rules.ts'
import { LogUnavailable, beginning } from './event-log.ts'
import type { EventLog } from './event-log.ts'
import { append } from './eventstoredb/append.ts'
import { connect } from './eventstoredb/connection.ts'
import { follow } from './eventstoredb/follow.ts'
import { remove, truncate } from './eventstoredb/forget.ts'
import { forgottenStream, forgottenStreams } from './eventstoredb/forgotten.ts'
import type { EventStoreLogOptions, StartedLog } from './eventstoredb/options.ts'
import { backOff, pause, realTime } from './eventstoredb/pace.ts'
import { head, readRange, readStream } from './eventstoredb/reading.ts'
import { encodeEvent } from './eventstoredb/record.ts'
import { errorOf } from './eventstoredb/tries.ts'
import type { Parts } from './eventstoredb/tries.ts'
import { verdictOn } from './eventstoredb/verdict.ts'
import { startsWithOneOf } from './stream-prefixes.ts'

/** Most events in a batch, unless asked for otherwise. */
const usualBatch = 512

/**
 * Opens the log over EventStoreDB; the store need not be there yet. Throws a sentence when `url` cannot be one.
 * Nobody should be served before `verified` resolves: that is when the store has answered for the first time. It
 * waits as long as that takes, and rejects with a sentence when the store does not let us in.
 */
export async function startEventStoreLog(options: EventStoreLogOptions): Promise<StartedLog> {
  const { scheduler = realTime, deadline = 3_000, patience = 1_500, quiet = 10_000 } = options
  const closing = new AbortController()
  const connection = connect({ url: options.url, scheduler, deadline })
  const parts: Parts = { connection, patience, onTrouble: options.onTrouble, closing: closing.signal }
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

async function firstAnswer(parts: Parts): Promise<void> {
  for (let failures = 0; !parts.closing.aborted; failures++) {
    try {
      await head(parts)
      return
    } catch (error) {
      if (error instanceof LogUnavailable && verdictOn(error.cause) === 'denied')
        throw new Error('EventStoreDB does not let us in: see the user and password of EVENTSTORE_URL.', {
          cause: error,
        })
      parts.onTrouble({ during: 'start', error: errorOf(error) })
    }
    await pause(parts.connection.scheduler, backOff(failures), parts.closing)
  }
}

function eventStoreLog(parts: Parts, closing: AbortController, quiet: number): EventLog {
  const forgotten = forgottenStreams(parts)
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
    requireStream(stream)
    if (stream === forgottenStream) throw new TypeError(`"${stream}" is kept by the event log itself.`)
  }

  async function close() {
    await Promise.allSettled(accepted)
    closing.abort()
    await parts.connection.close()
  }

  return {
    async append(stream, events, expected) {
      requireAppend(stream, events, expected)
      requireOurs(stream)
      return accept(append(parts, { stream, events: events.map(encodeEvent), expected }))
    },
    async *read(stream, from = 0) {
      requireOpen()
      yield* readStream(parts, stream, from)
    },
    async *readAll({ after = beginning, until, streams, batch = usualBatch } = {}) {
      requireOpen()
      const wanted = startsWithOneOf(streams)
      yield* readRange(parts, forgotten, { after, wanted, batch, ...(until !== undefined && { until }) })
    },
    subscribe: ({ after, streams, batch = usualBatch, signal }) =>
      follow(parts, forgotten, {
        after,
        wanted: startsWithOneOf(streams),
        batch,
        quiet,
        signal: signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      }),
    async head() {
      requireOpen()
      return head(parts)
    },
    async truncate(stream, before) {
      requireOurs(stream)
      await accept(truncate(parts, forgotten, stream, before))
    },
    async remove(stream) {
      requireOurs(stream)
      await accept(remove(parts, forgotten, stream))
    },
    close: () => (closed ??= close()),
  }
}
