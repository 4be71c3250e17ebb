import { expect, test } from 'vitest'
import { deduplicateInFlight } from './deduplicate-in-flight.ts'

const key = { id: 'key', digest: 'a' }
const pendingResult = () => Promise.withResolvers<string>()

test('refuses a repeated request if the first takes too long', async () => {
  const run = deduplicateInFlight({ timeoutMs: 1 })
  const first = pendingResult()
  const result = run(key, () => first.promise)
  await expect(run(key, async () => 'second')).rejects.toMatchObject({ code: 'in-flight' })
  first.resolve('first')
  expect(await result).toBe('first')
  // The log has the result from now on, and no memory is held for it.
  expect(await run(key, async () => 'of the log')).toBe('of the log')
})

test('refuses another body under the same key, in flight or completed', async () => {
  const run = deduplicateInFlight()
  const first = pendingResult()
  const result = run(key, () => first.promise)
  await expect(run({ ...key, digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
  first.resolve('first')
  await result
  await expect(run({ ...key, digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
})

test('forgets the oldest commands beyond the limit', async () => {
  const run = deduplicateInFlight({ maxRemembered: 2 })
  for (const id of ['1', '2', '3']) await run({ id, digest: 'a' }, async () => id)
  expect(await run({ id: '1', digest: 'b' }, async () => 'again')).toBe('again')
  await expect(run({ id: '3', digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
})
