import { expect, test } from 'vitest'
import { deduplicateInFlight } from './deduplicate-in-flight.ts'

const key = { id: 'key', digest: 'a' }
const waiting = () => Promise.withResolvers<string>()

test('who asks while the first one is under way gets its answer', async () => {
  const run = deduplicateInFlight()
  const first = waiting()
  const answers = [run(key, () => first.promise), run(key, async () => 'second')]
  first.resolve('first')
  expect(await Promise.all(answers)).toEqual(['first', 'first'])
})

test('who asks while the first one takes too long is told so', async () => {
  const run = deduplicateInFlight({ timeoutMs: 1 })
  const first = waiting()
  const answer = run(key, () => first.promise)
  await expect(run(key, async () => 'second')).rejects.toMatchObject({ code: 'in-flight' })
  first.resolve('first')
  expect(await answer).toBe('first')
})

test('another body under the same key is refused, under way or done', async () => {
  const run = deduplicateInFlight()
  const first = waiting()
  const answer = run(key, () => first.promise)
  await expect(run({ ...key, digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
  first.resolve('first')
  await answer
  await expect(run({ ...key, digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
})

test('what is forgotten does not fill the memory', async () => {
  const run = deduplicateInFlight({ maxRemembered: 2 })
  for (const id of ['1', '2', '3']) await run({ id, digest: 'a' }, async () => id)
  expect(await run({ id: '1', digest: 'b' }, async () => 'again')).toBe('again')
  await expect(run({ id: '3', digest: 'b' }, async () => '')).rejects.toMatchObject({ code: 'key-reused' })
})
