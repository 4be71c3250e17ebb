import { Refusal } from '@thirty/contracts/refusals.ts'
import type { LimitName } from '@thirty/contracts/rules/limits.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'

export type AttemptLimits = Pick<RateLimits, 'consume' | 'refund' | 'reset'>

/** Returns the key under which all attempts at the password of an account count, by any name and with any request. */
export const accountAttempts = (userId: string): string => `account ${userId}`

/**
 * Returns the key for attempts at a name without an account: they count, too, so that the limit does not reveal it.
 * `digest` is that of `NameStreams`.
 */
export const unknownNameAttempts = (digest: string): string => `name ${digest}`

/**
 * Counts an attempt at a password, or under another limit, before it runs, and forgets all attempts under its key if it succeeds. An
 * attempt that fails for another reason than `wrong-credentials` does not count. Throws `RateLimitExceeded`, and what the attempt throws.
 */
export async function countAttempt<Result>(
  limits: AttemptLimits,
  counted: string | { limit: LimitName; key: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const { limit, key } = typeof counted === 'string' ? { limit: 'sign-in' as const, key: counted } : counted
  await limits.consume(limit, key)
  try {
    const result = await attempt()
    await limits.reset(limit, key)
    return result
  } catch (error) {
    if (!isWrongPassword(error)) await limits.refund(limit, key)
    throw error
  }
}

const isWrongPassword = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'wrong-credentials'
