import { maxRetryAfterMs } from '@thirty/contracts/rules/webhooks.ts'
import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-03-04T09:00:00.000Z')

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Wed, 04 Mar 2026 09:05:00 GMT', 300_000],
  ['Wednesday, 04-Mar-26 09:05:00 GMT', 300_000],
  // In the past.
  ['Wed, 04 Mar 2026 08:00:00 GMT', 0],
  // Longer than a receiver is left alone.
  ['86400', maxRetryAfterMs],
  ['9'.repeat(400), maxRetryAfterMs],
  ['Thu, 04 Mar 2027 09:00:00 GMT', maxRetryAfterMs],
  // Neither seconds nor a date.
  ['', 0],
  ['-5', 0],
  ['1.5', 0],
  ['soon', 0],
  ['Wed, the fourth, GMT', 0],
] as const)('a receiver that answers Retry-After: %s is left alone for %i ms', (retryAfter, expected) => {
  for (const status of [429, 503]) expect(retryAfterMs({ status, retryAfter }, now)).toBe(expected)
})

test('only 429 and 503 say when to come back', () => {
  for (const status of [200, 301, 400, 404, 410, 500, 502, null])
    expect(retryAfterMs({ status, retryAfter: '120' }, now)).toBe(0)
  expect(retryAfterMs({ status: 503, retryAfter: null }, now)).toBe(0)
})
