import { afterAll, beforeAll } from 'vitest'
import { openRedisViews } from './redis.ts'
import { startRedis, type SpecRedis } from './redis/spec-redis.ts'
import { followFrames } from './redis/spec-frames.ts'
import { viewStoreSpec } from './views.port.ts'

let redis: SpecRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

viewStoreSpec('Redis', async (live) => {
  await redis.flush()
  const store = await openRedisViews({ url: redis.url })
  const frames = followFrames(redis.url, ({ room, message, payload }) => live.publish(room, message, payload))
  return { store, close: async () => frames.stop() }
})
