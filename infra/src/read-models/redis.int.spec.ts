import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import type { LivePublisher } from '../live/live-publisher.ts'
import { openRedisReadModelStore } from './redis.ts'
import { connectRedis, redisForFile, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { followLiveMessages } from '@thirty/infra/testing/read-models/live-messages.ts'
import { readModelStoreSpec } from '@thirty/infra/testing/read-models/read-models-port.ts'

describe('a local server', () => {
  const redis = redisForFile()

  readModelStoreSpec('Redis', async (live) => {
    await redis().flush()
    return openStore(redis().url, live)
  })
})

test('a store that is closed leaves no connection, also not for its listeners', async () => {
  const { url } = await redisOfTest()
  const client = connectRedis(url)
  const connections = async () =>
    String(await client.client('LIST'))
      .trim()
      .split('\n').length
  const before = await connections()
  const store = await openRedisReadModelStore({ url })
  for (let listeners = 0; listeners < 2; listeners++) store.watch(() => undefined)
  await expect.poll(connections).toBe(before + 4)
  await store.close()
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
  const store = await openRedisReadModelStore({ url })
  const following = followLiveMessages(url, ({ room, message, payload, except }) =>
    live.publish(room, message, payload, except),
  )
  return { store, close: async () => following.stop() }
}
