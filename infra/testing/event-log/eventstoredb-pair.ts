import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startFakeEventStoreDb } from './fake-eventstoredb/fake-eventstoredb.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { openEventStoreLog, type EventStoreLogOptions } from '@thirty/infra/event-log/eventstoredb.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import type { StoreError } from '@thirty/infra/event-log/eventstoredb/retry.ts'

const fail = (error: Error) => {
  throw error
}

/** A double of its own over an empty log, for one test. */
export async function startEventStorePair() {
  const folder = await mkdtemp(join(tmpdir(), 'event-log-'))
  let beneath = await openSqliteLog({ folder, onFailure: fail })
  const fake = await startFakeEventStoreDb({ log: beneath })
  const opened: EventLog[] = []
  const storeErrors: StoreError[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((log) => log.close()))
    await fake.stop()
    await beneath.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    double: fake,
    faults: fake.faults,
    /** What the log told the operator. */
    troubles: storeErrors,
    /** The log that the double keeps its events in. */
    underlyingLog: () => beneath,
    /** Opens a log at the double. */
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const onTrouble = (trouble: StoreError) => void storeErrors.push(trouble)
      const log = await openEventStoreLog({
        url: fake.url,
        onStoreError: onTrouble,
        deadline: 5_000,
        ...options,
      })
      opened.push(log)
      return log
    },
    /** The store is restarted: connections break, and what it only remembered is forgotten. */
    async restart() {
      await fake.stop()
      await beneath.close()
      beneath = await openSqliteLog({ folder, onFailure: fail })
      await fake.restart(beneath)
    },
  }
}

/** Everything that a log holds, each as "stream text". */
export async function readEverything(log: EventLog): Promise<string[]> {
  const found: string[] = []
  for await (const events of log.readAll())
    // Every event of these specs is made by `event`; the log's own have no text.
    for (const { stream, data } of events) found.push(`${stream} ${(data as { text?: string }).text}`)
  return found
}
