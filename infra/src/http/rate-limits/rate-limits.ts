import { Refusal } from '@thirty/contracts/refusals.ts'
import { limitRules, type LimitBy, type LimitName, type LimitRule } from '@thirty/contracts/rules/limits.ts'
import type { Request, RequestHandler } from 'express'
import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import { clientAddressKey } from './client-address.ts'
import { optionalCaller } from '../authentication/authentication.ts'

/** Too many tries. `retryAfter` in whole seconds. */
export class RateLimitExceeded extends Refusal {
  readonly retryAfterSeconds: number
  constructor(retryAfter: number) {
    super('too-many', 'Too many attempts. Please try again later.')
    this.retryAfterSeconds = retryAfter
  }
}

export type RateLimits = {
  /** Counts a request against a limit by address, user or everyone; 429 with Retry-After when it is used up. */
  limit(name: LimitName): RequestHandler
  /** Counts one try under a key. Throws `TooMany`. For limits by text, and for tries that only count when they fail. */
  consume(name: LimitName, key: string): Promise<void>
  /** Forgets the tries under a key, as after a right password. */
  reset(name: LimitName, key: string): Promise<void>
  /** The key under which `limit` would count this request. */
  keyFor(name: LimitName, request: Request): string
}

export type RateLimitsOptions = {
  /** `false` (load tests) lets everything pass. */
  isEnabled: boolean
  /** Where tries are counted for all processes together; each counts for itself when missing, and while it is away. */
  redis?: Redis
}

/** Counts tries, in this process or, with Redis, in all of them together. */
export function rateLimits({ isEnabled: on, redis }: RateLimitsOptions): RateLimits {
  const counters = new Map<string, RateLimiterAbstract>()
  for (const [name, rule] of Object.entries(limitRules)) counters.set(name, counterOf(name, rule, redis))

  const take = async (name: LimitName, key: string): Promise<void> => {
    if (!on) return
    try {
      await counters.get(name)?.consume(key)
    } catch (problem) {
      if (problem instanceof RateLimiterRes)
        throw new RateLimitExceeded(Math.max(1, Math.ceil(problem.msBeforeNext / 1000)))
      throw problem
    }
  }

  return {
    consume: take,
    keyFor: keyOf,
    limit: (name) => async (request, _response, next) => {
      await take(name, keyOf(name, request))
      next()
    },
    reset: async (name, key) => {
      await counters.get(name)?.delete(key)
    },
  }
}

function counterOf(
  name: string,
  { points, seconds }: LimitRule,
  redis: Redis | undefined,
): RateLimiterAbstract {
  const own = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  if (!redis) return own
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `{thirty}:limit:${name}`,
    points,
    duration: seconds,
    // A crowd that is over its limit is told so without asking Redis each time.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: own,
    rejectIfRedisNotReady: true,
  })
}

function keyOf(name: LimitName, request: Request): string {
  const by: LimitBy = limitRules[name].by
  if (by === 'everyone') return 'all'
  const caller = by === 'user' ? optionalCaller(request) : undefined
  return caller ? `user ${caller.id}` : clientAddressKey(request.ip)
}
