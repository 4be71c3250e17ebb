import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first request runs at once', () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  throttle(run, 1000)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a burst becomes the first run and one more', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  const ask = throttle(run, 1000)
  for (let count = 0; count < 10; count += 1) ask()
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(2)
})

test('a request long after the last run runs at once again', async () => {
  const run = vi.fn<() => Promise<void>>(async () => undefined)
  const ask = throttle(run, 1000)
  ask()
  await vi.advanceTimersByTimeAsync(1000)
  ask()
  expect(run).toHaveBeenCalledTimes(2)
})
