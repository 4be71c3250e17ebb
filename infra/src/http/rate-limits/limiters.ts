// Creates the counters with which `rate-limits.ts` counts.

import type { LimitRule } from '@thirty/contracts/endpoints/limits.ts'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { redisKeyPrefix } from '../../redis/connection.ts'

/**
 * Counts by key, in this process or, with Redis, in all processes together. While Redis is down, each process counts by itself.
 * `isBlocking`: a key over the limit is refused without a request to Redis, also after another process has taken attempts back.
 */
export function createLimiter(
  name: string,
  { points, seconds }: Pick<LimitRule, 'points' | 'seconds'>,
  { redis, isBlocking = true }: { redis: Redis | undefined; isBlocking?: boolean },
): RateLimiterAbstract {
  const local = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  if (!redis) return local
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${redisKeyPrefix}limit:${name}`,
    points,
    duration: seconds,
    ...(isBlocking && { inMemoryBlockOnConsumed: points + 1 }),
    insuranceLimiter: local,
    rejectIfRedisNotReady: true,
  })
}

/** Returns after how many seconds `points` attempts under a key are allowed again, or 0 if they are now. */
export async function secondsUntilFree(limiter: RateLimiterAbstract, key: string, points = limiter.points) {
  const used = await limiter.get(key)
  if (used === null || used.consumedPoints < points) return 0
  return wholeSeconds(used.msBeforeNext)
}

/** Returns milliseconds as whole seconds, at least one. */
export const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))
