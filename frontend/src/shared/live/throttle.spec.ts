import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first call runs at once', () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  throttle(run, 1000)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a burst of calls runs once at once, and once more after the throttle time', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  const throttled = throttle(run, 1000)
  for (let count = 0; count < 10; count += 1) throttled()
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a call after the throttle time runs at once', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  const throttled = throttle(run, 1000)
  throttled()
  await vi.advanceTimersByTimeAsync(1000)
  throttled()
  expect(run).toHaveBeenCalledTimes(2)
})
