import { expect, test } from 'vitest'
import { webhookRetryDelay, webhookRetryDelaysMs } from './webhooks.ts'

test('a retry is delayed by up to a tenth more at random, and the last try has none', () => {
  expect([webhookRetryDelay(1, 0), webhookRetryDelay(1, 1)]).toEqual([5_000, 5_500])
  expect(webhookRetryDelay(2, 0.5)).toBe(315_000)
  expect(webhookRetryDelay(webhookRetryDelaysMs.length + 1, 0)).toBeUndefined()
})
