import { afterAll, beforeAll } from 'vitest'
import { startRedisServer, type RedisServer } from './redis-server.ts'

/** Starts a Redis for all tests of a spec file. Returns a function that returns it. */
export function redisForFile(): () => RedisServer {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterAll(() => redis.close())
  return () => redis
}
