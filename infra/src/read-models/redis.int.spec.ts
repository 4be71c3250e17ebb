import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe } from 'vitest'
import type { LivePublisher } from '../live/live-publisher.ts'
import { openRedisReadModelStore } from './redis.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { followLiveMessages } from '@thirty/infra/testing/read-models/live-messages.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

describe('a server of our own', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterAll(() => redis.close())

  readModelStoreSpec('Redis', async (live) => {
    await redis.flush()
    return openViews(redis.url, live)
  })
})

/** A Redis elsewhere, as hosted CI has one; its database 15 is emptied. */
const elsewhere = process.env['REDIS_URL']

describe.skipIf(elsewhere === undefined)('a server elsewhere', () => {
  readModelStoreSpec('Redis at REDIS_URL', async (live) => {
    const url = Object.assign(new URL(elsewhere ?? ''), { pathname: '/15' }).href
    const redis = new Redis(url)
    await redis.flushdb()
    redis.disconnect()
    return openViews(url, live)
  })
})

async function openViews(url: string, live: LivePublisher) {
  const store = await openRedisReadModelStore({ url })
  const frames = followLiveMessages(url, ({ room, message, payload }) => live.publish(room, message, payload))
  return { store, close: async () => frames.stop() }
}
