import { expect, test } from 'vitest'
import { webhookRetryDelay, webhookRetryDelaysMs } from './webhooks.ts'

test('retries take about three days in all, each later than the one before', () => {
  const days = webhookRetryDelaysMs.reduce((sum, delay) => sum + delay, 0) / 86_400_000
  expect(days).toBeGreaterThan(3)
  expect(days).toBeLessThan(3.5)
  expect(webhookRetryDelaysMs.toSorted((one, other) => one - other)).toEqual(webhookRetryDelaysMs)
})

test('a retry is delayed by up to a tenth more at random, and the last try has none', () => {
  expect([webhookRetryDelay(1, 0), webhookRetryDelay(1, 1)]).toEqual([5_000, 5_500])
  expect(webhookRetryDelay(2, 0.5)).toBe(315_000)
  expect(webhookRetryDelay(webhookRetryDelaysMs.length + 1, 0)).toBeUndefined()
})
