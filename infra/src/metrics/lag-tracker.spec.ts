import { expect, test } from 'vitest'
import { lagTracker } from './lag-tracker.ts'

function setUp() {
  const time = { now: 1_000_000 }
  return { time, lag: lagTracker(() => time.now) }
}

test('the lag is the age of the oldest event that is not applied', () => {
  const { lag, time } = setUp()
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

test('a log that was restored to an older state causes no lag', () => {
  const { lag, time } = setUp()
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

test('measures a lag of hours with bounded memory', () => {
  const { lag, time } = setUp()
  for (let second = 0; second < 10_000; second += 1) {
    lag.observeHead(BigInt(second), -1n)
    time.now += 1_000
  }
  expect(lag.lagAt(-1n).milliseconds).toBe(10_000_000)
  expect(lag.lagAt(9_997n).milliseconds).toBeLessThan(10_000)
})
