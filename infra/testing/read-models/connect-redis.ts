import { Redis } from 'ioredis'
import { onTestFinished } from 'vitest'

/** Connects to a Redis directly until the end of the test, to plant faults in what the product stores. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url)
  onTestFinished(() => redis.disconnect())
  return redis
}
