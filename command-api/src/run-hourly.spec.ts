import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { runHourly } from './run-hourly.ts'

const hour = 3_600_000

/** Runs passes that the spec ends, and collects their errors. */
function setUp() {
  const time = fakeScheduler()
  const passes: { isStopRequested: () => boolean; end: PromiseWithResolvers<void> }[] = []
  const errors: unknown[] = []
  const pass = (isStopRequested = () => false) => {
    const end = Promise.withResolvers<void>()
    passes.push({ isStopRequested, end })
    return end.promise
  }
  const { stop, runSoon } = runHourly({ pass }, (error) => errors.push(error), time)
  return { time, passes, errors, stop, runSoon }
}

test('the first pass starts after a minute, and each further pass an hour after the previous one', async () => {
  const { time, passes } = setUp()
  await time.advance(59_999)
  expect(passes).toHaveLength(0)
  await time.advance(1)
  expect(passes).toHaveLength(1)
  await time.advance(5 * hour)
  expect(passes).toHaveLength(1)
  passes[0]?.end.resolve()
  await time.advance(hour)
  expect(passes).toHaveLength(2)
})

test('a failed pass is reported and repeated after five seconds, then after ever longer pauses', async () => {
  const { time, passes, errors } = setUp()
  await time.advance(60_000)
  for (const [index, delayMs] of [5_000, 10_000, 20_000].entries()) {
    passes[index]?.end.reject(new Error('unavailable'))
    await time.advance(delayMs - 1)
    expect(passes).toHaveLength(index + 1)
    await time.advance(1)
    expect(passes).toHaveLength(index + 2)
  }
  expect(errors).toHaveLength(3)
  passes[3]?.end.resolve()
  await time.advance(hour - 1)
  expect(passes).toHaveLength(4)
  await time.advance(1)
  expect(passes).toHaveLength(5)
})

test('a pass can be requested within five seconds, also before the first one and during another', async () => {
  const { time, passes, runSoon } = setUp()
  runSoon()
  await time.advance(4_000)
  runSoon()
  await time.advance(1_000)
  expect(passes).toHaveLength(1)
  runSoon()
  passes[0]?.end.resolve()
  await time.advance(5_000)
  expect(passes).toHaveLength(2)
  passes[1]?.end.resolve()
  await time.advance(hour - 1)
  expect(passes).toHaveLength(2)
})

test('a clock that is set back delays no pass', async () => {
  const { time, passes } = setUp()
  time.now = () => 0
  await time.advance(60_000)
  expect(passes).toHaveLength(1)
})

test('stopping signals the pass in flight, waits for it, and starts no further pass, also if one is requested', async () => {
  const { time, passes, stop, runSoon } = setUp()
  await time.advance(60_000)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await flushPromises()
  expect([passes[0]?.isStopRequested(), isStopped]).toEqual([true, false])
  passes[0]?.end.resolve()
  await stopped
  runSoon()
  await time.advance(hour)
  expect([passes.length, time.pendingTimers()]).toEqual([1, 0])
})
