import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { startFakeEventStoreDb } from './fake-eventstoredb/fake-eventstoredb.ts'
import { createTemporaryFolder, failTest } from './sqlite-log.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openEventStoreLog, type EventStoreLogOptions } from '@thirty/infra/event-log/eventstoredb.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import type { StoreError } from '@thirty/infra/event-log/eventstoredb/retry.ts'

/** Starts a fake EventStoreDB over an empty log for one test, and returns a function that opens clients of it. */
export async function startEventStorePair() {
  const folder = await createTemporaryFolder()
  let underlyingLog = await openSqliteLog({ folder, onFailure: failTest })
  const fake = await startFakeEventStoreDb({ log: underlyingLog })
  const opened: EventLog[] = []
  const storeErrors: StoreError[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((log) => log.close()))
    await fake.stop()
    await underlyingLog.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    fake,
    faults: fake.faults,
    /** Errors that the opened logs reported to the operator. */
    storeErrors,
    /** The log in which the fake keeps its events. */
    underlyingLog: () => underlyingLog,
    /** Opens a log that uses the fake. */
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const log = await openEventStoreLog({
        url: fake.url,
        onStoreError: (storeError) => void storeErrors.push(storeError),
        deadline: 5_000,
        ...options,
      })
      opened.push(log)
      return log
    },
    /** Restarts the store: connections break, and state that was only in memory is lost. */
    async restart() {
      await fake.stop()
      await underlyingLog.close()
      underlyingLog = await openSqliteLog({ folder, onFailure: failTest })
      await fake.restart(underlyingLog)
    },
  }
}

/** Reads everything in a log, each event as "stream text". */
export async function readEverything(log: EventLog): Promise<string[]> {
  const lines: string[] = []
  for await (const events of log.readAll())
    // Every event of these specs is made by `textEvent`; the log's own have no text.
    for (const { stream, data } of events) lines.push(`${stream} ${(data as { text?: string }).text}`)
  return lines
}
