import { readdir } from 'node:fs/promises'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { moveEntries } from './move.ts'
import { redisEntries } from './redis.ts'

/** A folder with documents of Ada and Bob and a delivery, and a Redis. */
async function setUp() {
  const { folder, store } = await temporaryEntries(Date.now())
  await store.change('ada', 'notes', () => ({ text: 'of Ada' }), 3_600_000)
  await store.change('ada', 'lists', () => [1, 2])
  await store.change('bob', 'notes', () => ({ text: 'of Bob' }))
  await store.put([{ group: 'hook', id: 'm1', due: 5, document: 'delivery' }])
  await store.close()
  const redis = await redisOfTest()
  const target = redisEntries(redis.url, () => undefined)
  onTestFinished(() => target.close())
  return { folder, redis, target }
}

test('all entries of a file are in Redis afterwards, and the file is gone', async () => {
  const { folder, redis, target } = await setUp()
  await target.change('bob', 'notes', () => ({ text: 'written later' }))
  expect(await moveEntries(folder, target)).toBe(4)
  const documents = [
    ['ada', 'notes', { text: 'of Ada' }],
    ['ada', 'lists', [1, 2]],
    ['bob', 'notes', { text: 'written later' }],
  ] as const
  for (const [group, id, document] of documents)
    expect(await target.load(group, id)).toEqual({ id, due: null, document })
  expect(await target.nextDue('hook', 5)).toEqual({ id: 'm1', due: 5, document: 'delivery' })
  expect(await redis.send('TTL', '{thirty}:ada')).toMatch(/^:(3600|3[45]\d\d)$/m)
  expect(await readdir(folder)).toEqual([])
  expect(await moveEntries(folder, target)).toBe(0)
})

test('documents that Redis has already keep their end when others of their group are moved', async () => {
  const { folder, redis, target } = await setUp()
  await target.change('ada', 'pictures', () => [], 7_200_000)
  await moveEntries(folder, target)
  expect((await target.list('ada')).total).toBe(3)
  expect(await redis.send('TTL', '{thirty}:ada')).toMatch(/^:(7200|71\d\d)$/m)
})

test('while Redis is away nothing is lost, and the next call continues', async () => {
  const { folder, redis, target } = await setUp()
  await redis.kill()
  await expect(moveEntries(folder, target)).rejects.toThrow(StoreUnavailable)
  await redis.restart()
  const moving = () => moveEntries(folder, target).catch(String)
  await expect.poll(moving, { timeout: 8_000 }).toBe(4)
  expect((await target.load('bob', 'notes'))?.document).toEqual({ text: 'of Bob' })
})
