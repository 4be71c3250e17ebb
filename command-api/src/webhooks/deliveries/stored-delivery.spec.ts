import { maxRetryAfterMs, webhookRetryDelaysMs } from '@thirty/contracts/webhooks/webhooks.ts'
import { expect, test } from 'vitest'
import {
  afterTry,
  deliveryId,
  newDelivery,
  retryAfterMs,
  type Message,
  type StoredDelivery,
  evolveReceiver,
  hasFailedTooLong,
  parseReceiverState,
} from './stored-delivery.ts'

const now = Date.parse('2026-03-02T08:00:00.000Z')
const message: Message = {
  type: 'challenge.started',
  at: '2026-03-02T07:00:00.000Z',
  position: 12n,
  suffix: 'e1',
  subjects: [],
  data: { run: 1, startsAt: '2026-03-02T07:00:00.000Z' },
}
const tried = (
  delivery: StoredDelivery,
  status: number | null,
  { isRetried = true, response = '', retryAfter = '' } = {},
) =>
  afterTry(delivery, {
    result: { status, error: status === null ? 'timeout' : null, retryAfter, response, durationMs: 5 },
    startedAt: now,
    now,
    random: 0,
    isRetried,
  })

test('the id of a message is the same each time, differs by webhook, and follows the order of the log', () => {
  const id = deliveryId('w1', message)
  expect(deliveryId('w1', { ...message })).toBe(id)
  expect(deliveryId('w2', message)).not.toBe(id)
  expect(deliveryId('w1', { ...message, suffix: 'e2' })).not.toBe(id)
  const ids = [9n, 10n, 100n, 2n ** 63n].map((position) => deliveryId('w1', { position, suffix: 'e1' }))
  expect(ids.toSorted()).toEqual(ids)
  expect(id).toMatch(/^msg_\d{20}_e[0-9a-f]{12}$/)
})

test('every 2xx is a success, 410 ends it, and everything else is retried', () => {
  const delivered = { outcome: 'delivered', due: null, delivery: { state: 'delivered' } }
  const retried = { outcome: 'retried', due: now + 5_000, delivery: { state: 'waiting' } }
  const triedWith = (status: number | null) => tried(newDelivery(message, now), status)
  for (const status of [200, 204, 299]) expect(triedWith(status)).toMatchObject(delivered)
  expect(triedWith(410)).toMatchObject({ outcome: 'gone', due: null, delivery: { state: 'failed' } })
  for (const status of [199, 301, 307, 400, 404, 500, null]) expect(triedWith(status)).toMatchObject(retried)
})

test('the retry waits as long as the receiver wants, and never less than usual', () => {
  const delivery = newDelivery(message, now)
  expect(tried(delivery, 429, { retryAfter: '60' }).due).toBe(now + 60_000)
  expect(tried(delivery, 503, { retryAfter: '1' }).due).toBe(now + 5_000)
  expect(tried({ ...delivery, round: 1 }, 503, { retryAfter: '60' }).due).toBe(now + 5 * 60_000)
  expect(tried(delivery, 500, { retryAfter: '60' }).due).toBe(now + 5_000)
})

test('retries come later and later, and end after about three days', () => {
  let delivery = newDelivery(message, now)
  const delays = webhookRetryDelaysMs.map(() => {
    const { delivery: next, due } = tried(delivery, 500)
    delivery = next
    return (due ?? 0) - now
  })
  expect(delays).toEqual(webhookRetryDelaysMs)
  expect(delays.toSorted((one, other) => one - other)).toEqual(delays)
  const days = delays.reduce((sum, delay) => sum + delay, 0) / 86_400_000
  expect(Math.round(days)).toBe(3)
  const last = tried(delivery, 500)
  const failed = { outcome: 'failed', due: null, delivery: { state: 'failed' } }
  expect(last).toMatchObject(failed)
  expect(last.delivery.tryCount).toBe(webhookRetryDelaysMs.length + 1)
  expect(tried(newDelivery(message, now), 500, { isRetried: false })).toMatchObject(failed)
})

test('keeps the last tries, the newest first, and an excerpt of each response without control characters', () => {
  let delivery = newDelivery(message, now)
  for (let count = 0; count < 20; count += 1)
    ({ delivery } = tried({ ...delivery, round: 0 }, 500, {
      response: `${count}\u0000\u001b[31m\nfine${'x'.repeat(5_000)}`,
    }))
  expect([delivery.tries.length, delivery.tryCount]).toEqual([12, 20])
  expect(delivery.tries[0]?.response).toMatch(/^19\ufffd\ufffd\[31m\nfinex+$/)
  expect(delivery.tries[0]?.response.length).toBe(500)
})

test('a receiver fails since its first failure after a success, and too long after five days', () => {
  const never = parseReceiverState(undefined, { triedSince: 0 })
  const failing = evolveReceiver(evolveReceiver(never, 'retried', now), 'failed', now + 10)
  expect(failing).toMatchObject({ failingSince: now, delivered: 0, failed: 1 })
  const later = now + 5 * 86_400_000
  expect(hasFailedTooLong(failing, later - 1)).toBe(false)
  expect(hasFailedTooLong(failing, later)).toBe(true)
  const again = evolveReceiver(failing, 'delivered', now + 20)
  expect(again).toMatchObject({ failingSince: null, delivered: 1, lastSuccessAt: now + 20 })
  expect(hasFailedTooLong(again, later)).toBe(false)
  expect(parseReceiverState(failing, { triedSince: now + 1 }).failingSince).toBeNull()
})

test.each([
  ['120', 120_000],
  ['0', 0],
  ['Mon, 02 Mar 2026 08:05:00 GMT', 300_000],
  ['Monday, 02-Mar-26 08:05:00 GMT', 300_000],
  // In the past.
  ['Mon, 02 Mar 2026 07:00:00 GMT', 0],
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
