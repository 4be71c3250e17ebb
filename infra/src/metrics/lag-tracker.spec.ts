import { expect, test } from 'vitest'
import { LagTracker } from './lag-tracker.ts'

function watch() {
  const time = { now: 1_000_000 }
  return { time, lag: new LagTracker(() => time.now) }
}

test('a view that has everything is not behind', () => {
  const { lag } = watch()
  expect(lag.lagAt(5n)).toEqual({ positions: 0n, milliseconds: 0 })
  lag.observeHead(7n, 7n)
  expect(lag.lagAt(7n)).toEqual({ positions: 0n, milliseconds: 0 })
})

test('a view is as late as the oldest event that it has not taken in', () => {
  const { lag, time } = watch()
  lag.observeHead(10n, 10n)
  time.now += 1_000
  lag.observeHead(12n, 10n)
  time.now += 4_000
  lag.observeHead(20n, 10n)
  time.now += 500
  expect(lag.lagAt(10n)).toEqual({ positions: 10n, milliseconds: 4_500 })
  expect(lag.lagAt(12n)).toEqual({ positions: 8n, milliseconds: 500 })
  expect(lag.lagAt(20n).milliseconds).toBe(0)
})

test('time that passes without events makes nobody late', () => {
  const { lag, time } = watch()
  for (let look = 0; look < 60; look += 1) {
    time.now += 1_000
    lag.observeHead(10n, 10n)
  }
  expect(lag.lagAt(10n)).toEqual({ positions: 0n, milliseconds: 0 })
})

test('a log that was put back to an older state leaves nobody behind it', () => {
  const { lag, time } = watch()
  lag.observeHead(100n, 50n)
  time.now += 1_000
  lag.observeHead(40n, 50n)
  expect(lag.lagAt(100n)).toEqual({ positions: 0n, milliseconds: 0 })
  time.now += 1_000
  lag.observeHead(41n, 30n)
  time.now += 2_000
  expect(lag.lagAt(40n)).toEqual({ positions: 1n, milliseconds: 2_000 })
  expect(lag.lagAt(30n)).toEqual({ positions: 11n, milliseconds: 2_000 })
})

test('a view that has been behind for hours still is, in little memory', () => {
  const { lag, time } = watch()
  for (let second = 0; second < 10_000; second += 1) {
    lag.observeHead(BigInt(second), -1n)
    time.now += 1_000
  }
  expect(lag.lagAt(-1n).milliseconds).toBe(10_000_000)
  expect(lag.lagAt(9_997n).milliseconds).toBeLessThan(10_000)
})
