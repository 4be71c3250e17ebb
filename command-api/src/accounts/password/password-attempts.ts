import { Refusal, type RefusalCode } from '@thirty/contracts/refusals.ts'
import type { LimitName } from '@thirty/contracts/rules/limits.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { Request } from 'express'

export type AttemptLimits = Pick<
  RateLimits,
  'consume' | 'refund' | 'reset' | 'networks' | 'requireFewRefused'
>

type Count = { limit: LimitName; key: string; isForgotten: boolean }
/** What an attempt counts under, in this order. `isForgotten`: whether a right one forgets the wrong ones before. */
export type Counted = readonly Count[]

const count = (limit: LimitName, key: string, isForgotten = true): Count => ({ limit, key, isForgotten })

/** Names all attempts at the password of an account, by any name. */
export const accountAttempts = (userId: string): string => `account ${userId}`

/**
 * Names the attempts at a name without an account: they count, too, so that the limit does not reveal it. `digest` is that of
 * `NameStreams`.
 */
export const unknownNameAttempts = (digest: string): string => `name ${digest}`

type PasswordAttempt = {
  /** What the attempt is at: see `accountAttempts` and `unknownNameAttempts`. */
  at: string
  request: Request
  /** Whether the account was used from this network lately. */
  isKnownNetwork: boolean
}

/**
 * Returns how attempts at a login count: for each network by itself, so that a stranger does not lock out the owner, and for all
 * networks together, so that many strangers do not guess on. From networks that the account was used from, the owner gets in even then.
 */
export const loginAttempts = ({ at, request, isKnownNetwork }: PasswordAttempt): Counted => [
  count('sign-in', inNetwork(at, request)),
  ...(isKnownNetwork ? [] : [count('sign-in-anywhere', at, false)]),
]

/**
 * Returns how attempts at a second factor count: together for all networks from which the account was not used, because a code is
 * short enough to be guessed from many.
 */
export const secondFactorAttempts = ({ at, request, isKnownNetwork }: PasswordAttempt): Counted => [
  count('second-factor', isKnownNetwork ? inNetwork(at, request) : at),
]

/** Returns how attempts in an open session count: for this session alone, which continues as the same one under a new token. */
export const sessionAttempts = (
  { id, token }: Pick<Caller, 'id' | 'token'>,
  limit: 'sign-in' | 'second-factor' = 'sign-in',
): Counted => [count(limit, `session ${id} ${token.issuedAt}`)]

/** Forgets the attempts at the older password of an account. */
export async function forgetAttempts(limits: AttemptLimits, userId: string, request: Request): Promise<void> {
  const at = accountAttempts(userId)
  for (const { limit, key } of loginAttempts({ at, request, isKnownNetwork: false }))
    await limits.reset(limit, key)
}

const inNetwork = (at: string, { ip }: Request): string => `${at} from ${clientNetwork(ip)}`

type OutsideAttempt = Omit<PasswordAttempt, 'isKnownNetwork'> & {
  /** The account; one that does not exist for an unknown name, so that it takes the same steps. */
  user: string
}

/**
 * Counts an attempt at the password of an account outside of a session: a login, and everything else whose answer depends on the
 * password. Who was there lately is not held up by what others at the same address do. `wrong`: see `countAttempt`.
 */
export async function attemptLogin<Result>(
  limits: AttemptLimits,
  { at, user, request }: OutsideAttempt,
  attempt: () => Promise<Result>,
  wrong?: RefusalCode,
): Promise<Result> {
  const isKnownNetwork = await limits.networks.has(user, request)
  if (!isKnownNetwork) await limits.requireFewRefused('sign-in-from', request)
  return countAttempt(limits, loginAttempts({ at, request, isKnownNetwork }), attempt, wrong)
}

/**
 * Counts an attempt before it runs, and forgets the attempts before if it succeeds. An attempt that fails for another reason than
 * wrong credentials does not count; `wrong` is a code that says as much. Throws `RateLimitExceeded`, and what the attempt throws.
 */
export async function countAttempt<Result>(
  limits: Pick<AttemptLimits, 'consume' | 'refund' | 'reset'>,
  counted: Counted,
  attempt: () => Promise<Result>,
  wrong: RefusalCode = 'wrong-credentials',
): Promise<Result> {
  const consumed: Count[] = []
  try {
    for (const each of counted) {
      await limits.consume(each.limit, each.key)
      consumed.push(each)
    }
    const result = await attempt()
    for (const { limit, key, isForgotten } of consumed)
      await (isForgotten ? limits.reset(limit, key) : limits.refund(limit, key))
    return result
  } catch (error) {
    if (!isRefusal(error, 'wrong-credentials', wrong))
      for (const { limit, key } of consumed) await limits.refund(limit, key)
    throw error
  }
}

const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): boolean =>
  error instanceof Refusal && codes.includes(error.code)
