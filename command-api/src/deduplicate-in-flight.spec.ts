import { expect, test } from 'vitest'
import { deduplicateInFlight } from './deduplicate-in-flight.ts'

const key = { id: 'key', digest: 'a' }
const otherBody = { id: 'key', digest: 'b' }

test('refuses a repeated request if the first takes too long, and always another body under the same key', async () => {
  const run = deduplicateInFlight({ timeoutMs: 1 })
  const first = Promise.withResolvers<string>()
  const result = run(key, () => first.promise)
  await expect(run(key, async () => 'second')).rejects.toMatchObject({ code: 'in-flight' })
  await expect(run(otherBody, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
  first.resolve('first')
  expect(await result).toBe('first')
  await expect(run(otherBody, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
  // The log has the result from now on, and no memory is held for it.
  expect(await run(key, async () => 'of the log')).toBe('of the log')
})

test('forgets the oldest commands beyond the limit', async () => {
  const run = deduplicateInFlight({ maxRemembered: 2 })
  for (const id of ['1', '2', '3']) await run({ id, digest: 'a' }, async () => id)
  expect(await run({ id: '1', digest: 'b' }, async () => 'again')).toBe('again')
  await expect(run({ id: '3', digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
})
