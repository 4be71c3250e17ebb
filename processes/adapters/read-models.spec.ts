import { expect, test } from 'vitest'
import { failFast } from './read-models.ts'

const never = new Promise<string>(() => undefined)
const broken = () => Promise.reject(new Error('The log is damaged.'))

test('fails at once when the condition rejects, even if the work never finishes', async () => {
  await expect(failFast(broken(), never)).rejects.toThrow('The log is damaged.')
})

test('resolves with the work, whether the condition is pending or fulfilled', async () => {
  expect(await failFast(never, Promise.resolve('done'))).toBe('done')
  expect(await failFast(Promise.resolve(), Promise.resolve('done'))).toBe('done')
})

test('handles a late rejection of the condition, and a later one of the work', async () => {
  const later = Promise.withResolvers<void>()
  const work = Promise.withResolvers<string>()
  const result = failFast(later.promise, work.promise)
  later.reject(new Error('first'))
  await expect(result).rejects.toThrow('first')
  // An unhandled rejection would fail this test run.
  work.reject(new Error('second'))
  await new Promise(setImmediate)
})
