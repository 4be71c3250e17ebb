import { expect, test } from 'vitest'
import { SharedCapacity } from './shared-capacity.ts'

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
