import { Refusal } from '@thirty/contracts/refusals.ts'
import { limitRules, type LimitBy, type LimitName, type LimitRule } from '@thirty/contracts/rules/limits.ts'
import type { Request, RequestHandler } from 'express'
import { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import { clientAddressKey } from './client-address.ts'
import { optionalCaller } from '../authentication/authentication.ts'

/** A limit is used up. `retryAfterSeconds` is a whole number. */
export class RateLimitExceeded extends Refusal {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too-many', 'Too many attempts. Please try again later.')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type RateLimits = {
  /** Counts each request by address, by user or globally. Throws `RateLimitExceeded` (429 with Retry-After). */
  limit(name: LimitName): RequestHandler
  /**
   * Counts one attempt under a key, for limits by text and for attempts that only count when they fail. Throws
   * `RateLimitExceeded`.
   */
  consume(name: LimitName, key: string): Promise<void>
  /** Takes back one attempt that turned out not to count, for example because the server was busy. */
  refund(name: LimitName, key: string): Promise<void>
  /** Forgets the attempts under a key, for example after a correct password. */
  reset(name: LimitName, key: string): Promise<void>
  /** Returns the key under which `limit` counts this request. */
  keyFor(name: LimitName, request: Request): string
}

export type RateLimitsOptions = {
  /** `false` (for load tests) lets every request pass. */
  isEnabled: boolean
  /** Shares the counts among all processes. Without it, and while it is down, each process counts by itself. */
  redis?: Redis
}

/** Counts attempts against the limits of the contracts, in this process or, with Redis, in all processes together. */
export function rateLimits({ isEnabled, redis }: RateLimitsOptions): RateLimits {
  const limiters = new Map<string, RateLimiterAbstract>()
  for (const [name, rule] of Object.entries(limitRules)) limiters.set(name, createLimiter(name, rule, redis))

  const consume = async (name: LimitName, key: string): Promise<void> => {
    if (!isEnabled) return
    try {
      await limiters.get(name)?.consume(key)
    } catch (error) {
      if (error instanceof RateLimiterRes)
        throw new RateLimitExceeded(Math.max(1, Math.ceil(error.msBeforeNext / 1000)))
      throw error
    }
  }

  return {
    consume,
    keyFor,
    limit: (name) => async (request, _response, next) => {
      await consume(name, keyFor(name, request))
      next()
    },
    refund: async (name, key) => {
      if (isEnabled) await limiters.get(name)?.reward(key)
    },
    reset: async (name, key) => {
      await limiters.get(name)?.delete(key)
    },
  }
}

function createLimiter(
  name: string,
  { points, seconds }: LimitRule,
  redis: Redis | undefined,
): RateLimiterAbstract {
  const local = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  if (!redis) return local
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `${redisKeyPrefix}limit:${name}`,
    points,
    duration: seconds,
    // Keys that are over their limit are refused without a request to Redis.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: local,
    rejectIfRedisNotReady: true,
  })
}

function keyFor(name: LimitName, request: Request): string {
  const by: LimitBy = limitRules[name].by
  if (by === 'everyone') return 'all'
  const caller = by === 'user' ? optionalCaller(request) : undefined
  return caller ? `user ${caller.id}` : clientAddressKey(request.ip)
}

/**
 * Opens the connection through which processes count together. While Redis is down, commands fail at once and the client
 * reconnects forever; `onError` receives the reason.
 */
export function connectRateLimitRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    commandTimeout: 300,
    connectTimeout: 1_000,
    // Detects a frozen server, which keeps its connections open.
    socketTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1_000),
  })
  redis.on('error', onError)
  return redis
}
