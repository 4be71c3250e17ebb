// Counts attempts at passwords and second factors, and refuses further attempts after too many wrong ones.

import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import type { AttemptKind } from '@thirty/contracts/accounts/attempt-events.ts'
import type { LimitName } from '@thirty/contracts/endpoints/limits.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import { RateLimitExceeded, type RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { Request } from 'express'
import type { FailedAttempt, RecordAttempt } from './failed-attempts-for-audit.ts'

export type AttemptLimits = Pick<
  RateLimits,
  'consume' | 'refund' | 'reset' | 'networks' | 'requireFewRefused'
> & {
  /** Records a failed attempt at an account, for the audit. */
  record?: RecordAttempt
}

type Count = { limit: LimitName; key: string; isForgotten: boolean }
/**
 * What an attempt counts under, in this order. `isForgotten`: whether a right one forgets the wrong ones before. `about`: the account, as
 * it is recorded if the attempt fails; missing for a name without one.
 */
export type Counted = { counts: readonly Count[]; about?: FailedAttempt }

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
  /** The account; missing if there is none. */
  user?: string
  /** Whether the account was used from this network lately. */
  isKnownNetwork: boolean
}

/**
 * Returns how attempts at a login count: for each network by itself, so that a stranger does not lock out the owner, and for all
 * networks together, so that many strangers do not guess on. From networks that the account was used from, the owner gets in even then.
 */
export const loginAttempts = (attempt: PasswordAttempt): Counted => ({
  counts: [
    count('sign-in', inNetwork(attempt.at, attempt.request)),
    ...(attempt.isKnownNetwork ? [] : [count('sign-in-anywhere', attempt.at, false)]),
  ],
  ...aboutAccount('password', attempt),
})

/**
 * Returns how attempts at a second factor count: together for all networks from which the account was not used, because a code is
 * short enough to be guessed from many.
 */
export const secondFactorAttempts = (attempt: PasswordAttempt): Counted => {
  const { at, request, isKnownNetwork } = attempt
  return {
    counts: [count('second-factor', isKnownNetwork ? inNetwork(at, request) : at)],
    ...aboutAccount('second-factor', attempt),
  }
}

const aboutAccount = (kind: AttemptKind, { user, request }: PasswordAttempt): Pick<Counted, 'about'> =>
  user === undefined ? {} : { about: { user, kind, network: clientNetwork(request.ip) } }

/** Returns how attempts in an open session count: for this session alone, which continues as the same one under a new token. */
export const sessionAttempts = (
  { id, token }: Pick<Caller, 'id' | 'token'>,
  limit: 'sign-in' | 'second-factor' = 'sign-in',
): Counted => ({
  counts: [count(limit, `session ${id} ${token.issuedAt}`)],
  about: { user: id, kind: 'confirmation' },
})

/** Forgets the attempts at the older password of an account. */
export async function forgetAttempts(limits: AttemptLimits, userId: string, request: Request): Promise<void> {
  const at = accountAttempts(userId)
  const { counts } = loginAttempts({ at, request, isKnownNetwork: false })
  for (const { limit, key } of counts) await limits.reset(limit, key)
}

const inNetwork = (at: string, { ip }: Request): string => `${at} from ${clientNetwork(ip)}`

/** Used for an unknown name, so that it takes the same steps as a known one. */
export const unknownUserId = '00000000-0000-0000-0000-000000000000'

/**
 * Counts an attempt at the password of an account outside of a session: a login, and everything else whose answer depends on the
 * password. Users who were there lately are not held up by others at the same address. `wrong`: see `countAttempt`.
 */
export async function attemptLogin<Result>(
  limits: AttemptLimits,
  outside: Omit<PasswordAttempt, 'isKnownNetwork'>,
  attempt: () => Promise<Result>,
  wrong?: RefusalCode,
): Promise<Result> {
  const { user = unknownUserId, request } = outside
  const isKnownNetwork = await limits.networks.has(user, request)
  if (!isKnownNetwork) await limits.requireFewRefused('sign-in-from', request)
  return countAttempt(limits, loginAttempts({ ...outside, isKnownNetwork }), attempt, wrong)
}

/**
 * Counts an attempt before it runs, and forgets the attempts before if it succeeds. An attempt that fails for another reason than
 * wrong credentials does not count; `wrong` is a code that says as much. Throws `RateLimitExceeded`, and what the attempt throws.
 */
export async function countAttempt<Result>(
  limits: Pick<AttemptLimits, 'consume' | 'refund' | 'reset' | 'record'>,
  { counts, about }: Counted,
  attempt: () => Promise<Result>,
  wrong: RefusalCode = 'wrong-credentials',
): Promise<Result> {
  const consumed: Count[] = []
  try {
    for (const each of counts) {
      await limits.consume(each.limit, each.key)
      consumed.push(each)
    }
    const result = await attempt()
    for (const { limit, key, isForgotten } of consumed)
      await (isForgotten ? limits.reset(limit, key) : limits.refund(limit, key))
    return result
  } catch (error) {
    const isWrong = isRefusal(error, 'wrong-credentials', wrong)
    if (about && isWrong) limits.record?.(about)
    if (about && error instanceof RateLimitExceeded && consumed.length < counts.length)
      limits.record?.({ ...about, lockedSeconds: error.retryAfterSeconds })
    if (!isWrong) for (const { limit, key } of consumed) await limits.refund(limit, key)
    throw error
  }
}

const isRefusal = (error: unknown, ...codes: readonly RefusalCode[]): boolean =>
  error instanceof Refusal && codes.includes(error.code)
