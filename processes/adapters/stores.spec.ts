import { expect, test } from 'vitest'
import { failFast } from './stores.ts'

const never = new Promise<string>(() => undefined)

test('fails at once when the condition rejects, even if the work never finishes', async () => {
  await expect(failFast(Promise.reject(new Error('The log is damaged.')), never)).rejects.toThrow('damaged')
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
