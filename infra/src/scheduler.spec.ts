import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeScheduler } from '../testing/fake-scheduler.ts'
import { repeat, systemScheduler, withTimeout } from './scheduler.ts'

test('what measures durations does not jump with the time of the system', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const since = systemScheduler.monotonic()
  vi.setSystemTime(0)
  expect(systemScheduler.now()).toBe(0)
  expect(systemScheduler.monotonic()).toBeGreaterThanOrEqual(since)
})

test('work is repeated after the delay that it returned, until it returns none', async () => {
  const scheduler = fakeScheduler()
  const delays = [1_000, 2_000, undefined]
  const times: number[] = []
  const begin = scheduler.now()
  repeat(scheduler, async () => {
    times.push(scheduler.now() - begin)
    return delays.shift()
  })
  await scheduler.advance(10_000)
  expect(times).toEqual([0, 1_000, 3_000])
})

test('the end of a repetition waits for the work in flight, which learns of it', async () => {
  const scheduler = fakeScheduler()
  const { promise, resolve } = Promise.withResolvers<void>()
  const ended: boolean[] = []
  const work = async (isStopped: () => boolean) => {
    await promise
    ended.push(isStopped())
    return 1
  }
  const stop = repeat(scheduler, work, 5)
  await scheduler.advance(5)
  const stopped = stop()
  resolve()
  await stopped
  await scheduler.advance(10)
  expect(ended).toEqual([true])
})

test('work with a time limit settles as it does and leaves no timer; one that takes longer is an error, and may fail later', async () => {
  const scheduler = fakeScheduler()
  const timeOut = (work: Promise<string>) => withTimeout(scheduler, 1_000, work, () => new Error('too late'))
  expect(await timeOut(Promise.resolve('done'))).toBe('done')
  await expect(timeOut(Promise.reject(new Error('odd')))).rejects.toThrow('odd')
  expect(scheduler.pendingTimers()).toBe(0)
  const { promise, reject } = Promise.withResolvers<string>()
  const late = timeOut(promise)
  await Promise.all([expect(late).rejects.toThrow('too late'), scheduler.advance(1_000)])
  reject(new Error('odd'))
  await scheduler.advance(0)
})
