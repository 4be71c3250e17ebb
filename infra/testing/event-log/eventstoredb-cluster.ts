import { rm } from 'node:fs/promises'
import { onTestFinished } from 'vitest'
import { openEventStoreLog, type EventStoreLogOptions } from '@thirty/infra/event-log/eventstoredb.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { startFakeCluster } from './fake-eventstoredb/fake-cluster.ts'
import { createTemporaryFolder, failTest } from './sqlite-log.ts'
import type { StoreError } from '@thirty/infra/event-log/eventstoredb/retry.ts'
import { writerWithoutThread } from './writer-without-thread.ts'

/** Starts a fake cluster of three nodes over an empty log for one test. */
export async function startEventStoreCluster() {
  const folder = await createTemporaryFolder()
  const underlyingLog = await openSqliteLog({ folder, onFailure: failTest, startWriter: writerWithoutThread })
  const cluster = await startFakeCluster({ log: underlyingLog })
  const opened: EventLog[] = []
  const storeErrors: StoreError[] = []
  onTestFinished(async () => {
    await Promise.all(opened.map((log) => log.close()))
    await cluster.stop()
    await underlyingLog.close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    cluster,
    /** Errors that the opened logs reported to the operator. */
    storeErrors,
    /** Opens a log that uses the cluster. */
    async open(options: Partial<EventStoreLogOptions> = {}): Promise<EventLog> {
      const log = await openEventStoreLog({
        url: cluster.url,
        onStoreError: (storeError) => void storeErrors.push(storeError),
        ...options,
      })
      opened.push(log)
      return log
    },
  }
}
