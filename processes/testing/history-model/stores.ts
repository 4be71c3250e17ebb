import { rm } from 'node:fs/promises'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { startFakeCluster } from '@thirty/infra/testing/event-log/fake-eventstoredb/fake-cluster.ts'
import { createTemporaryFolder, failTest } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { findInFiles, findInRedis } from '../personal-data.ts'
import { productOfTest } from '../product.ts'
import { writerWithoutThread } from '@thirty/infra/testing/event-log/writer-without-thread.ts'
import { onTestFinished } from 'vitest'

/** Where an installation keeps its log and its read models. */
export type Stores = {
  /** Environment variables. */
  settings: Record<string, string>
  /** Returns which texts are in the stores, outside of the data folder. */
  find: (texts: readonly string[]) => Promise<string[]>
  /** What an operator does with a log that keeps what was deleted from it. */
  scavenge: () => Promise<void>
  /** The folder of a fake EventStoreDB. */
  folder?: string
  close: () => Promise<void>
}

/** Starts two processes over shared stores until the end of the test. */
export async function processesOfTest(settings: Record<string, string> = {}) {
  const stores = await openStores('eventstoredb and redis')
  onTestFinished(stores.close)
  const start = () => productOfTest({ ...settings, ...stores.settings })
  return [await start(), await start()] as const
}

export type StoreKind = 'memory' | 'redis' | 'eventstoredb' | 'eventstoredb and redis'

/** Opens the stores of one installation, with nothing in them. `memory` means an embedded log and read models in memory. */
export async function openStores(kind: StoreKind): Promise<Stores> {
  const parts: Stores[] = []
  if (kind.includes('redis')) parts.push(await openRedis())
  if (kind.includes('eventstoredb')) parts.push(await openEventStore())
  const folder = parts.find((part) => part.folder !== undefined)?.folder
  return {
    settings: Object.assign({}, ...parts.map(({ settings }) => settings)),
    find: async (texts) => (await Promise.all(parts.map(({ find }) => find(texts)))).flat(),
    scavenge: async () => {
      for (const { scavenge } of parts) await scavenge()
    },
    ...(folder !== undefined && { folder }),
    close: async () => {
      for (const { close } of parts) await close()
    },
  }
}

async function openRedis(): Promise<Stores> {
  const redis = await startRedisServer()
  const find = (texts: readonly string[]) => findInRedis(redis.url, texts)
  return { settings: { REDIS_URL: redis.url }, find, scavenge: async () => undefined, close: redis.close }
}

/** The protocol of EventStoreDB over a log of ours. */
async function openEventStore(): Promise<Stores> {
  const folder = await createTemporaryFolder()
  const log = await openSqliteLog({ folder, onFailure: failTest, startWriter: writerWithoutThread })
  const fake = await startFakeCluster({ log, ports: [0] })
  return {
    settings: { EVENTSTORE_URL: fake.url },
    find: (texts) => findInFiles(folder, texts),
    scavenge: fake.scavenge,
    folder,
    close: async () => {
      await fake.stop()
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
