import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

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

test('a failed task frees its slot', async () => {
  const limit = concurrencyLimit({ maxConcurrent: 1, maxQueued: 0 })
  await expect(limit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await limit(async () => 'next')).toBe('next')
})
