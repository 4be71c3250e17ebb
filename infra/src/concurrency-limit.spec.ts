import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

test('no more run at once than may, the rest waits, and who finds no room is refused', async () => {
  const enter = concurrencyLimit({ maxConcurrent: 2, maxQueued: 1 })
  const tasks = Array.from({ length: 3 }, () => Promise.withResolvers<number>())
  let running = 0
  const answers = tasks.map(({ promise }) =>
    enter(() => {
      running += 1
      return promise
    }),
  )
  await expect(enter(async () => 0)).rejects.toMatchObject({ code: 'busy' })
  expect(running).toBe(2)
  tasks.forEach(({ resolve }, index) => resolve(index))
  expect(await Promise.all(answers)).toEqual([0, 1, 2])
  expect(running).toBe(3)
})

test('a task that fails makes room', async () => {
  const enter = concurrencyLimit({ maxConcurrent: 1, maxQueued: 0 })
  await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await enter(async () => 'next')).toBe('next')
})
