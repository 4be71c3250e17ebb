import { recentMs } from '@thirty/contracts/operations/health.ts'
import { expect, test } from 'vitest'
import { deliveryFigures } from './process-figures.ts'

test('deliveries are counted in all and for the last quarter of an hour', () => {
  let now = 1_700_000_000_000
  const figures = deliveryFigures(() => now)
  figures.count(false)
  figures.count(true)
  const deliveredAt = now
  expect(figures.read()).toEqual({
    delivered: 1,
    failed: 1,
    recentlyDelivered: 1,
    recentlyFailed: 1,
    lastDeliveredAt: deliveredAt,
  })
  now += recentMs + 60_000
  figures.count(false)
  expect(figures.read()).toEqual({
    delivered: 1,
    failed: 2,
    recentlyDelivered: 0,
    recentlyFailed: 1,
    lastDeliveredAt: deliveredAt,
  })
})
