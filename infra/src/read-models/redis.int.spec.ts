import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import type { LivePublisher } from '../live/live-publisher.ts'
import { redisReadModelStore } from './redis.ts'
import {
  connectionsTo,
  connectRedis,
  redisForFile,
  redisOfTest,
} from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { followLiveMessages } from '@thirty/infra/testing/read-models/live-messages.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

describe('a local server', () => {
  const redis = redisForFile()

  readModelStoreSpec('Redis', async (live) => {
    await redis().flush()
    return openStore(redis().url, live)
  })
})

test('a store that is closed, and its Redis, leave no connection, also not for listeners', async () => {
  const { url } = await redisOfTest()
  const client = connectRedis(url)
  const connections = async () =>
    String(await client.client('LIST'))
      .trim()
      .split('\n').length
  const before = await connections()
  const redis = await connectionsTo(url)
  const store = redisReadModelStore(redis)
  for (let listeners = 0; listeners < 2; listeners++) store.watch(() => undefined)
  await expect.poll(connections).toBe(before + 4)
  await store.close()
  redis.close()
  await expect.poll(connections).toBe(before)
})

/** An external Redis, as in hosted CI; its database 15 is emptied. */
const externalUrl = process.env['REDIS_URL']

describe.skipIf(externalUrl === undefined)('an external server', () => {
  readModelStoreSpec('Redis at REDIS_URL', async (live) => {
    const url = Object.assign(new URL(externalUrl ?? ''), { pathname: '/15' }).href
    const redis = new Redis(url)
    await redis.flushdb()
    redis.disconnect()
    return openStore(url, live)
  })
})

async function openStore(url: string, live: LivePublisher) {
  const store = redisReadModelStore(await connectionsTo(url))
  const following = followLiveMessages(url, ({ room, message, payload, except }) =>
    live.publish(room, message, payload, except),
  )
  return { store, close: async () => following.stop() }
}
