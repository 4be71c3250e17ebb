import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { concurrencyLimit, mapWithLimit } from './concurrency-limit.ts'

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
