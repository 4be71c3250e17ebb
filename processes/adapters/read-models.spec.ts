import { expect, test } from 'vitest'
import { failFast } from './read-models.ts'

const never = new Promise<string>(() => undefined)
const broken = () => Promise.reject(new Error('The log is damaged.'))

test('a condition that breaks is told at once, also while the work would never end', async () => {
  await expect(failFast(broken(), never)).rejects.toThrow('The log is damaged.')
})

test('work is answered, whether its condition is settled or not', async () => {
  expect(await failFast(never, Promise.resolve('done'))).toBe('done')
  expect(await failFast(Promise.resolve(), Promise.resolve('done'))).toBe('done')
})

test('neither what breaks later, nor what is given up, is left to nobody', async () => {
  const later = Promise.withResolvers<void>()
  const work = Promise.withResolvers<string>()
  const given = failFast(later.promise, work.promise)
  later.reject(new Error('first'))
  await expect(given).rejects.toThrow('first')
  // An error that nobody hears would end this run.
  work.reject(new Error('second'))
  await new Promise(setImmediate)
})
