import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Live } from '../live/live.ts'
import { openRedisViews } from './redis.ts'
import { startRedis, type SpecRedis } from './redis/spec-redis.ts'
import { followFrames } from './redis/spec-frames.ts'
import { viewStoreSpec } from './views.port.ts'

describe('a server of our own', () => {
  let redis: SpecRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.close())

  viewStoreSpec('Redis', async (live) => {
    await redis.flush()
    return openViews(redis.url, live)
  })
})

/** A Redis elsewhere, as hosted CI has one; its database 15 is emptied. */
const elsewhere = process.env['REDIS_URL']

describe.skipIf(elsewhere === undefined)('a server elsewhere', () => {
  viewStoreSpec('Redis at REDIS_URL', async (live) => {
    const url = Object.assign(new URL(elsewhere ?? ''), { pathname: '/15' }).href
    const redis = new Redis(url)
    await redis.flushdb()
    redis.disconnect()
    return openViews(url, live)
  })
})

async function openViews(url: string, live: Live) {
  const store = await openRedisViews({ url })
  const frames = followFrames(url, ({ room, message, payload }) => live.publish(room, message, payload))
  return { store, close: async () => frames.stop() }
}
