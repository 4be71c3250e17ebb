import { onTestFinished } from 'vitest'
import { startFakeCluster } from './fake-eventstoredb/fake-cluster.ts'
import { createFaults } from './fake-eventstoredb/faults.ts'
import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { inMemoryEventLog } from './in-memory-event-log.ts'
import { temporaryFolder } from './sqlite-log.ts'
import { LogUnavailable, type EventLog, type NewEvent } from '@thirty/infra/event-log/event-log.ts'
import { textEvent } from './port/test-events.ts'
import type { EventStoreLogOptions } from '@thirty/infra/event-log/eventstoredb.ts'
import { openEventStoreLog } from './open-eventstore-log.ts'
import type { StoreError } from '@thirty/infra/event-log/eventstoredb/retry.ts'

/**
 * Starts a fake EventStoreDB over an empty log for one test, and returns a function that opens clients of it. With
 * `users` it requires TLS and one of these users, by name and password. `nodes`: how many it has.
 */
export async function startEventStorePair({
  users,
  nodes = 1,
}: { users?: Readonly<Record<string, string>>; nodes?: number } = {}) {
  const { log: underlyingLog, ...memory } = inMemoryEventLog()
  const certificate = users && selfSignedCertificate(await temporaryFolder())
  const fake = await startFakeCluster({
    log: underlyingLog,
    ports: Array.from({ length: nodes }, () => 0),
    ...(users && certificate && { security: { certificate, users } }),
  })
  const opened: EventLog[] = []
  const storeErrors: StoreError[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((log) => log.close()))
    await fake.stop()
  })

  return {
    fake,
    /** The faults of the first node. */
    faults: fake.nodes[0]?.faults ?? createFaults(),
    /** Errors that the opened logs reported to the operator. */
    storeErrors,
    /** The log in which the fake keeps its events. */
    underlyingLog,
    /** Connection string for a user of the fake. */
    urlFor: (user: string, password: string) =>
      `esdb://${user}:${password}@localhost:${fake.port}?tlsCAFile=${certificate?.certificateFile}`,
    /** Opens a log that uses the fake. */
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const log = await openEventStoreLog({
        url: fake.url,
        onStoreError: (storeError) => void storeErrors.push(storeError),
        ...(nodes === 1 && { deadline: 5_000 }),
        ...options,
      })
      opened.push(log)
      return log
    },
    /** Restarts the store: connections break, and state that was only in memory is lost. */
    async restart() {
      await fake.stop()
      await fake.restart()
    },
    /** Returns what puts the store back to the state that it has now. No append may be pending. */
    copy() {
      const end = memory.end()
      /**
       * Restarts the store with the copy. It has no trace of later events, and the next event gets a position that another event had
       * before.
       */
      return async () => {
        await fake.stop()
        memory.putBack(end)
        await fake.restart()
      }
    },
  }
}

/** Starts a fake EventStoreDB as `startEventStorePair` does, and opens a log that uses it. */
export async function openEventStorePair({
  nodes = 1,
  ...options
}: { nodes?: number } & Partial<EventStoreLogOptions> = {}) {
  const pair = await startEventStorePair({ nodes })
  return { ...pair, log: await pair.open(options) }
}

/** Reads everything in a log, each event as "stream text". */
export async function readEverything(log: EventLog): Promise<string[]> {
  const lines: string[] = []
  for await (const events of log.readAll())
    // Every event of these specs is made by `textEvent`; the log's own have no text.
    for (const { stream, data } of events) lines.push(`${stream} ${(data as { text?: string }).text}`)
  return lines
}

/** Appends events, and repeats the append after every `LogUnavailable`, as a client does that gets a 503. */
export async function appendUntilStored(log: EventLog, stream: string, events: NewEvent[], revision: number) {
  for (;;)
    try {
      return await log.append(stream, events, revision === -1 ? 'none' : revision)
    } catch (error) {
      if (!(error instanceof LogUnavailable)) throw error
    }
}

/** Appends one event after the other until the signal aborts. Returns their texts, which it adds to `texts`. */
export async function appendUntil(log: EventLog, stream: string, signal: AbortSignal, texts: string[] = []) {
  while (!signal.aborted) {
    const text = `${stream} ${texts.length}`
    await appendUntilStored(log, stream, [textEvent(text)], texts.length - 1)
    texts.push(text)
  }
  return texts
}
