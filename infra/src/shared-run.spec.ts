import { expect, test } from 'vitest'
import { sharedRun } from './shared-run.ts'

test('each call has a result that is not older than it, and calls that wait share one run', async () => {
  let value = 0
  let runs = 0
  const read = sharedRun(async () => {
    runs += 1
    const found = value
    await Promise.resolve()
    return found
  })
  const first = read()
  await Promise.resolve()
  value = 5
  const later = [read(), read(), read()]
  expect(await first).toBe(0)
  expect(await Promise.all(later)).toEqual([5, 5, 5])
  expect(runs).toBe(2)
})

test('a run that fails leaves the next one alone', async () => {
  let isAway = true
  const read = sharedRun(async () => {
    if (isAway) throw new Error('away')
    return 3
  })
  await expect(read()).rejects.toThrow('away')
  isAway = false
  expect(await read()).toBe(3)
})
