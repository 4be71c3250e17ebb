import { settled, steppedTime } from '@thirty/infra/scheduler-double.ts'
import { expect, test } from 'vitest'
import { startSweeping } from './sweeping.ts'

const hour = 3_600_000

/** Passes that end when the spec says so, and what was told of their trouble. */
function setUp() {
  const time = steppedTime()
  const passes: { isOver: () => boolean; end: PromiseWithResolvers<void> }[] = []
  const trouble: unknown[] = []
  const pass = (isOver = () => false) => {
    const end = Promise.withResolvers<void>()
    passes.push({ isOver, end })
    return end.promise
  }
  const stop = startSweeping({ pass }, (error) => trouble.push(error), time)
  return { time, passes, trouble, stop }
}

test('the first pass begins after a minute, another one an hour after each', async () => {
  const { time, passes } = setUp()
  await time.pass(59_999)
  expect(passes).toHaveLength(0)
  await time.pass(1)
  expect(passes).toHaveLength(1)
  await time.pass(5 * hour)
  expect(passes).toHaveLength(1)
  passes[0]?.end.resolve()
  await time.pass(hour)
  expect(passes).toHaveLength(2)
})

test('a pass that fails is told, and not the last one', async () => {
  const { time, passes, trouble } = setUp()
  await time.pass(60_000)
  passes[0]?.end.reject(new Error('away'))
  await time.pass(hour)
  expect(trouble).toEqual([new Error('away')])
  expect(passes).toHaveLength(2)
})

test('the end waits for a pass that is under way, which is told, and lets none follow', async () => {
  const { time, passes, stop } = setUp()
  await time.pass(60_000)
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await settled()
  expect([passes[0]?.isOver(), isStopped]).toEqual([true, false])
  passes[0]?.end.resolve()
  await stopped
  await time.pass(hour)
  expect([passes.length, time.timers()]).toEqual([1, 0])
})
