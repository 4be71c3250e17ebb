// Counts attempts against the limits of the contracts, in this process or, with Redis, in all processes together.
//
// Many people are behind one address, and one account has many enemies.
// - What counts is failure. A limit by address has a generous bound of successes, so that a class can sign up, and a
//   low bound of refused requests. Beyond the low bound a refused request no longer learns why, and a valid request
//   still succeeds.
// - Wrong passwords count for an account by network (IPv4 /24, IPv6 /64: neighbouring addresses are cheap), ten in a
//   quarter of an hour, and 200 an hour for all networks together. Networks from which the account was used lately
//   count for themselves, so strangers cannot lock the owner out; they are stored as digests. After a hundred wrong
//   passwords from an address, only accounts that were used there lately may log in there. From an unknown network the
//   owner needs a reset link, which opens every lock.
// - Second factors count for all unknown networks together: six digits could be guessed from many networks.
// - At an event (networks named by owners) the bounds of successes do not hold; the bounds of failures do.

import { createHmac, randomBytes } from 'node:crypto'
import { Refusal, statusByCode } from '@thirty/contracts/endpoints/refusals.ts'
import {
  limitMessage,
  limitReasons,
  otherReasons,
  refusedReasons,
  knownNetworkSeconds,
  limitRules,
  type LimitName,
  type LimitRule,
} from '@thirty/contracts/endpoints/limits.ts'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import type { Redis } from 'ioredis'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { optionalCaller } from '../authentication/authentication.ts'
import { clientAddressKey, clientNetwork } from './client-address.ts'
import { createLimiter, secondsUntilFree, wholeSeconds } from './limiters.ts'
import type { Text } from '@thirty/contracts/texts/text.ts'

/** `retryAfterSeconds` is a whole number. */
export class RateLimitExceeded extends Refusal {
  readonly retryAfterSeconds: number
  readonly reason: Text
  constructor(retryAfterSeconds: number, reason: Text = otherReasons.tooOften) {
    super('too-many', limitMessage(reason, retryAfterSeconds))
    this.retryAfterSeconds = retryAfterSeconds
    this.reason = reason
  }
}

export type RateLimits = ReturnType<typeof rateLimits>

export type RateLimitsOptions = {
  /** `false` (for load tests) lets every request pass. */
  isEnabled: boolean
  /** Shares the counts among all processes. Without it, and while it is down, each process counts by itself. */
  redis?: Redis
  /** Keeps secret which networks are known; the same in all processes. Without it, one of this process. */
  secret?: string
  /** Returns whether an address belongs to an event, where no bound by address holds but that of refused requests. */
  isAtEvent?: (address: string | undefined) => Promise<boolean>
}

/** Refused requests beyond this many times their bound come from a script. */
const scriptFactor = 10

export function rateLimits({
  isEnabled,
  redis,
  secret = randomBytes(32).toString('hex'),
  isAtEvent = async () => false,
}: RateLimitsOptions) {
  // Without limiters, every request passes.
  const limiters = new Map(
    Object.entries(isEnabled ? limitRules : {}).map(([name, rule]) => [name, limitersOf(name, rule, redis)]),
  )

  const consume = async (name: LimitName, key: string, isVisitor = false): Promise<void> => {
    try {
      await limiters.get(name)?.[isVisitor ? 'visitors' : 'all']?.consume(key)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      throw new RateLimitExceeded(wholeSeconds(error.msBeforeNext), reasonOf(name, isVisitor))
    }
  }

  /** Throws if the bound of successes, or many times that of refused requests, is used up. */
  const requireCapacity = async (name: LimitName, request: Request): Promise<void> => {
    const { all, refused } = limiters.get(name) ?? {}
    if (all === undefined || refused === undefined) return
    const key = keyFor(name, request)
    const floodSeconds = await secondsUntilFree(refused, key, refused.points * scriptFactor)
    if (floodSeconds > 0) throw refusedTooOften(name, floodSeconds)
    const seconds = await secondsUntilFree(all, key)
    if (seconds > 0 && !(await isAtEvent(request.ip)))
      throw new RateLimitExceeded(seconds, reasonOf(name, true))
  }

  const consumeFor = async (name: LimitName, request: Request): Promise<void> => {
    const isVisitor = isVisitorOf(name, request)
    try {
      await consume(name, keyFor(name, request), isVisitor)
    } catch (error) {
      const isShared = isVisitor || limitRules[name].by === 'address'
      if (!(error instanceof RateLimitExceeded && isShared && (await isAtEvent(request.ip)))) throw error
    }
  }

  return {
    /** Counts an attempt under a key: of limits by text, and attempts that count only if they fail. Throws `RateLimitExceeded`. */
    consume: (name: LimitName, key: string): Promise<void> => consume(name, key),
    keyFor,
    /**
     * Counts each request by address, by user or globally. Throws `RateLimitExceeded` (429 with Retry-After). Under a limit with a
     * bound for refused requests, it counts what succeeds: see `countSuccess` and `countRefused`.
     */
    limit:
      (name: LimitName): RequestHandler =>
      async (request, _response, next) => {
        if (ruleOf(name).refused === undefined) await consumeFor(name, request)
        else {
          await requireCapacity(name, request)
          uncounted.set(request, async () => {
            await limiters.get(name)?.all.penalty(keyFor(name, request))
          })
        }
        next()
      },
    /** Counts a refused request of such a limit. Beyond the bound it throws `RateLimitExceeded` in place of the reason. */
    countRefused:
      (name: LimitName): ErrorRequestHandler =>
      async (error: unknown, request, _response, next) => {
        const refused = limiters.get(name)?.refused
        if (refused === undefined || !isAnswered(error)) return next(error)
        const { consumedPoints, msBeforeNext } = await refused.penalty(keyFor(name, request))
        // A wrong password or code says so: attempts at one account have their own limit.
        const isOver = consumedPoints > refused.points && error.code !== 'wrong-credentials'
        next(isOver ? refusedTooOften(name, wholeSeconds(msBeforeNext)) : error)
      },
    /** Throws `RateLimitExceeded` if the bound of refused requests is used up, for requests that must not even be tried then. */
    requireFewRefused: async (name: LimitName, request: Request): Promise<void> => {
      const refused = limiters.get(name)?.refused
      const seconds = refused ? await secondsUntilFree(refused, keyFor(name, request)) : 0
      if (seconds > 0) throw refusedTooOften(name, seconds)
    },
    /** Takes back one attempt that turned out not to count, for example because the server was busy. */
    refund: async (name: LimitName, key: string): Promise<void> => {
      await limiters.get(name)?.all.reward(key)
    },
    /** Forgets the attempts under a key, for example after a correct password. */
    reset: async (name: LimitName, key: string): Promise<void> => {
      await limiters.get(name)?.all.delete(key)
    },
    networks: knownNetworks(secret, redis),
  }
}

/**
 * Remembers from which networks an account was used lately, for all processes with the same Redis and the same secret. Nothing that is
 * stored reveals an account or a network without the secret, and all of it expires.
 */
function knownNetworks(secret: string, redis: Redis | undefined) {
  const rule = { points: 1, seconds: knownNetworkSeconds }
  const seen = createLimiter('known-network', rule, { redis, isBlocking: false })
  const keyOf = (account: string, { ip }: Pick<Request, 'ip'>): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['known-network', account, clientNetwork(ip)]))
      .digest('base64url')
      .slice(0, 22)
  return {
    /** Remembers that somebody proved to be the owner of an account. */
    remember: async (account: string, request: Pick<Request, 'ip'>): Promise<void> => {
      await seen.set(keyOf(account, request), 1, knownNetworkSeconds)
    },
    has: async (account: string, request: Pick<Request, 'ip'>): Promise<boolean> =>
      (await seen.get(keyOf(account, request))) !== null,
  }
}

/** How the requests under limits that count what succeeds are counted. */
const uncounted = new WeakMap<Request, () => Promise<void>>()

/** Counts a request that has succeeded, if its limit counts what succeeds. */
export const countSuccess = async (request: Request): Promise<void> => uncounted.get(request)?.()

/** Returns what counts under a limit; `visitors` and `refused` if it has these bounds. */
const limitersOf = (name: string, rule: LimitRule, redis: Redis | undefined) => ({
  // A right password, or a new one, at another process forgets the wrong ones.
  all: createLimiter(name, rule, { redis, isBlocking: rule.by !== 'text' }),
  refused: rule.refused && createLimiter(`${name}-refused`, rule.refused, { redis }),
  visitors:
    rule.visitors === undefined
      ? undefined
      : createLimiter(`${name}-visitors`, { ...rule, points: rule.visitors }, { redis }),
})

const ruleOf = (name: LimitName): LimitRule => limitRules[name]

function keyFor(name: LimitName, request: Request): string {
  const { by } = ruleOf(name)
  if (by === 'everyone') return 'all'
  const caller = by === 'user' ? optionalCaller(request) : undefined
  return caller ? `user ${caller.id}` : clientAddressKey(request.ip)
}

/** Whether a request counts together with all visitors at its address. */
const isVisitorOf = (name: LimitName, request: Request): boolean =>
  ruleOf(name).visitors !== undefined && optionalCaller(request) === undefined

const reasonOf = (name: LimitName, isShared: boolean): Text =>
  limitReasons[name] ?? otherReasons[isShared || ruleOf(name).by === 'address' ? 'fromNetwork' : 'tooOften']

const refusedTooOften = (name: LimitName, seconds: number) =>
  new RateLimitExceeded(seconds, refusedReasons[name] ?? otherReasons.refused)

/** Whether an error is about what the sender sent. A server that is busy or away does not, and neither does a limit. */
const isAnswered = (error: unknown): error is Refusal =>
  error instanceof Refusal && statusByCode[error.code] < 500 && error.code !== 'too-many'
