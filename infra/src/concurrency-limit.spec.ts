import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { busyAfter, concurrencyLimit, mapWithLimit, SharedCapacity } from './concurrency-limit.ts'

test('runs and queues a limited number of tasks, and refuses the next', async () => {
  const limit = concurrencyLimit({ maxConcurrent: 2, maxQueued: 1 })
  const tasks = Array.from({ length: 3 }, () => Promise.withResolvers<number>())
  let running = 0
  const results = tasks.map(({ promise }) =>
    limit(() => {
      running += 1
      return promise
    }),
  )
  await expect(limit(async () => 0)).rejects.toMatchObject({ code: 'busy' })
  expect(running).toBe(2)
  tasks.forEach(({ resolve }, index) => resolve(index))
  expect(await Promise.all(results)).toEqual([0, 1, 2])
  expect(running).toBe(3)
})

test('results are in the order of the items, and no more tasks run than allowed', async () => {
  let running = 0
  const task = async (item: number) => {
    running += 1
    expect(running).toBeLessThanOrEqual(2)
    await setTimeout(item)
    running -= 1
    return item * 10
  }
  expect(await mapWithLimit([3, 1, 2], 2, task)).toEqual([30, 10, 20])
})

test('after an error no further task starts, and it is thrown once all others have ended', async () => {
  const ended: number[] = []
  const task = async (item: number) => {
    if (item === 1) throw new Error('The second fails.')
    await setTimeout(5)
    ended.push(item)
  }
  await expect(mapWithLimit([0, 1, 2, 3], 2, task)).rejects.toThrow('The second fails.')
  expect(ended).toEqual([0])
})

/** Starts tasks that need these units; returns the indexes of the started tasks, and a function that ends a task. */
function startTasks(capacity: SharedCapacity, units: readonly number[]) {
  const started: number[] = []
  const ends = units.map((needed, index) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void capacity.run(needed, () => {
      started.push(index)
      return promise
    })
    return resolve
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { started, settle, end: (index: number) => (ends[index]?.(), settle()) }
}

test('runs tasks together that fit into the capacity, and others in their order', async () => {
  const { started, settle, end } = startTasks(new SharedCapacity(10), [6, 4, 5, 5, 1])
  await settle()
  expect(started).toEqual([0, 1])
  await end(1)
  // The third does not fit yet, and those behind it do not overtake it.
  expect(started).toEqual([0, 1])
  await end(0)
  expect(started).toEqual([0, 1, 2, 3])
  await end(2)
  expect(started).toEqual([0, 1, 2, 3, 4])
})

test('runs a task alone that needs more than the capacity', async () => {
  const { started, settle, end } = startTasks(new SharedCapacity(10), [1, 50, 1])
  await settle()
  expect(started).toEqual([0])
  await end(0)
  expect(started).toEqual([0, 1])
  await end(1)
  expect(started).toEqual([0, 1, 2])
})

test('refuses a task when too many wait', async () => {
  const capacity = new SharedCapacity(1, { maxWaiting: 1 })
  const release = await capacity.acquire(1)
  const waiting = capacity.acquire(1)
  await expect(capacity.acquire(1)).rejects.toMatchObject({ code: 'busy' })
  release()
  ;(await waiting)()
})

test('an aborted task waits no longer, and those behind it continue', async () => {
  const capacity = new SharedCapacity(10)
  await capacity.acquire(6)
  const aborting = new AbortController()
  const large = capacity.acquire(8, aborting.signal)
  const small = capacity.acquire(4)
  aborting.abort(new Error('gone'))
  await expect(large).rejects.toThrow('gone')
  await small
  await expect(capacity.acquire(1, aborting.signal)).rejects.toThrow('gone')
})

test('units are returned once, also by a task that fails', async () => {
  const capacity = new SharedCapacity(2)
  const release = await capacity.acquire(1)
  release()
  release()
  await expect(capacity.run(2, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await capacity.acquire(2)
  const aborting = new AbortController()
  const next = capacity.acquire(1, aborting.signal)
  aborting.abort(new Error('full'))
  await expect(next).rejects.toThrow('full')
})

test('a task is told to stop once its time is over, or with another task', async () => {
  const untilStopped = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  await expect(busyAfter(5, untilStopped)).rejects.toMatchObject({ code: 'busy' })
  const other = new AbortController()
  const stopped = busyAfter(60_000, untilStopped, other.signal)
  other.abort(new Error('The caller has gone.'))
  await expect(stopped).rejects.toThrow('The caller has gone.')
  expect(await busyAfter(60_000, async () => 'done')).toBe('done')
})
