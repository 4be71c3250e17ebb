import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { runHourly } from './run-hourly.ts'

const hour = 3_600_000

/** Passes that end when the spec says so, and what was told of their trouble. */
function setUp() {
  const time = fakeScheduler()
  const passes: { isOver: () => boolean; end: PromiseWithResolvers<void> }[] = []
  const trouble: unknown[] = []
  const pass = (isOver = () => false) => {
    const end = Promise.withResolvers<void>()
    passes.push({ isOver, end })
    return end.promise
  }
  const stop = runHourly({ pass }, (error) => trouble.push(error), time)
  return { time, passes, trouble, stop }
}

test('the first pass starts after a minute, and every other an hour after the previous one', async () => {
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

test('a failed pass is reported, and the next one follows', async () => {
  const { time, passes, trouble } = setUp()
  await time.advance(60_000)
  passes[0]?.end.reject(new Error('away'))
  await time.advance(hour)
  expect(trouble).toEqual([new Error('away')])
  expect(passes).toHaveLength(2)
})

test('stopping signals the pass in flight, waits for it, and starts no other', async () => {
  const { time, passes, stop } = setUp()
  await time.advance(60_000)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await flushPromises()
  expect([passes[0]?.isOver(), isStopped]).toEqual([true, false])
  passes[0]?.end.resolve()
  await stopped
  await time.advance(hour)
  expect([passes.length, time.pendingTimers()]).toEqual([1, 0])
})
