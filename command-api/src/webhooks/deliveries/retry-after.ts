import { maxRetryAfterMs } from '@thirty/contracts/rules/webhooks.ts'
import type { SendResult } from '@thirty/infra/webhooks/webhook-sender.ts'

/** Answers with which a receiver can say when to come back: it gets too many requests, or is not available. */
const statuses: readonly (number | null)[] = [429, 503]

/**
 * Returns for how many milliseconds a receiver wants no messages, at most an hour; 0 if it does not say, or says nothing that makes
 * sense. `now` in milliseconds since 1970.
 */
export function retryAfterMs(
  { status, retryAfter }: Pick<SendResult, 'status' | 'retryAfter'>,
  now: number,
): number {
  if (!statuses.includes(status) || retryAfter === null) return 0
  const wanted = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : httpDate(retryAfter) - now
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), maxRetryAfterMs)
}

/** Parses dates such as "Wed, 04 Mar 2026 09:00:00 GMT" only: `Date.parse` also makes something of "1.5". Otherwise NaN. */
const httpDate = (text: string): number =>
  /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN
