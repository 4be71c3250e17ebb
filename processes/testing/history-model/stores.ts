import { rm } from 'node:fs/promises'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { startFakeEventStoreDb } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-eventstoredb.ts'
import { createTemporaryFolder, failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { writerWithoutThread } from '@thirty/infra/testing/event-log/writer-without-thread.ts'

/** Where an installation keeps its log and its read models. `settings` are environment variables. */
export type Stores = { settings: Record<string, string>; close: () => Promise<void> }

export type StoreKind = 'memory' | 'redis' | 'eventstoredb' | 'eventstoredb and redis'

/** Opens the stores of one installation, with nothing in them. `memory` means an embedded log and read models in memory. */
export async function openStores(kind: StoreKind): Promise<Stores> {
  const parts: Stores[] = []
  if (kind.includes('redis')) parts.push(await openRedis())
  if (kind.includes('eventstoredb')) parts.push(await openEventStore())
  return {
    settings: Object.assign({}, ...parts.map(({ settings }) => settings)),
    close: async () => {
      for (const { close } of parts) await close()
    },
  }
}

async function openRedis(): Promise<Stores> {
  const redis = await startRedisServer()
  return { settings: { REDIS_URL: redis.url }, close: redis.close }
}

/** The protocol of EventStoreDB over a log of ours. */
async function openEventStore(): Promise<Stores> {
  const folder = await createTemporaryFolder()
  const log = await openSqliteLog({ folder, onFailure: failTest, startWriter: writerWithoutThread })
  const fake = await startFakeEventStoreDb({ log })
  return {
    settings: { EVENTSTORE_URL: fake.url },
    close: async () => {
      await fake.stop()
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
