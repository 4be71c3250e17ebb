import { recentMs } from '@thirty/contracts/operations/health.ts'
import { expect, test } from 'vitest'
import { deliveryFigures } from './process-context.ts'

test('deliveries are counted in all and for the last quarter of an hour', () => {
  let now = 1_700_000_000_000
  const figures = deliveryFigures(() => now)
  expect(figures.read()).toBeNull()
  figures.countWaiting = () => 3
  for (const isDelivered of [false, true]) figures.count(isDelivered)
  const first = {
    waiting: 3,
    delivered: 1,
    failed: 1,
    recentlyDelivered: 1,
    recentlyFailed: 1,
    lastDeliveredAt: now,
  }
  expect(figures.read()).toEqual(first)
  now += recentMs + 60_000
  figures.count(false)
  expect(figures.read()).toEqual({ ...first, failed: 2, recentlyDelivered: 0, recentlyFailed: 1 })
})
