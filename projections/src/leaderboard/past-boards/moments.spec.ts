import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { expect, test } from 'vitest'
import { timeIndex } from './moments.ts'

const eventAt = (at: number) => ({
  ...challengeEvent('ScheduleCancelled', { run: 1 }),
  at: new Date(at).toISOString(),
})
/** An event each second. Every third has the time of the one before, and the last ones before each mark are of a clock a minute behind. */
const times = Array.from(
  { length: 2_000 },
  (_, index) => (index - (index % 3 === 1 ? 1 : 0) - (index % 512 > 505 ? 60 : 0)) * 1_000,
)

/** A log with these events at positions 0, 1, 2 …, and its index. */
function setUp() {
  const log = fakeEventLog(...times.map(eventAt))
  return { log, positionAt: timeIndex(log, ['challenge']) }
}

/** The position before the first event that is later. */
function expectedAt(time: number): bigint | undefined {
  const later = times.findIndex((at) => at > time)
  return later === 0 ? undefined : BigInt((later === -1 ? times.length : later) - 1)
}

test('finds the last event before a later one, where times are equal and clocks differ, also for several requests at once', async () => {
  const { positionAt } = setUp()
  // In an order that begins at the marks of later and of earlier times.
  const asked = Array.from({ length: 200 }, (_, index) => ((index * 7_919) % 2_100) * 1_000 - 50_000)
  expect(await Promise.all(asked.map(positionAt))).toEqual(asked.map(expectedAt))
})

test('reads the log once for all who ask at the same time, and then from the mark before the time', async () => {
  const { log, positionAt } = setUp()
  const at = async (...asked: number[]) => {
    const before = log.reads.events
    await Promise.all(asked.map(positionAt))
    return log.reads.events - before
  }
  expect(await at(3_000_000, 3_000_000)).toBe(times.length)
  expect(await at(3_000_000)).toBe(0)
  expect(await at(1_500_000)).toBe(512)
})

test('continues after a reading that failed, and forgets what a log that was put back no longer has', async () => {
  const { log, positionAt } = setUp()
  const { compareEvent } = log
  expect(await positionAt(3_000_000)).toBe(1_999n)
  log.compareEvent = () => Promise.reject(new Error('away'))
  await expect(positionAt(3_000_000)).rejects.toThrow('away')
  log.compareEvent = compareEvent
  log.putBack(9n)
  log.give(eventAt(2_500_000))
  expect(await positionAt(2_400_000)).toBe(9n)
  expect(await positionAt(2_500_000)).toBe(10n)
})
