import { setTimeout as delay } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { entryStoreSpec } from '@thirty/infra/testing/entry-store/entry-store-port.ts'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'
import { connectionsTo, redisForFile, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { expect, test } from 'vitest'
import { temporaryEntries } from '@thirty/infra/testing/entry-store/temporary-entries.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisEntries } from './redis.ts'
import { moveEntries } from './sqlite.ts'

const redis = redisForFile()

const open = async (url = redis().url) => redisEntries((await connectionsTo(url)).requests)

entryStoreSpec('Redis', async () => {
  await redis().flush()
  return {
    store: await open(),
    reopen: open,
    pass: (milliseconds) => delay(milliseconds),
    content: async () => JSON.stringify([...(await redisContents(redis().url))]),
  }
})

test('a Redis that does not answer is an outage, which ends with its return', async () => {
  const store = await open()
  await store.change('one', 'n', () => 1)
  await redis().kill()
  await expect(store.load('one', 'n')).rejects.toThrow(StoreUnavailable)
  await redis().restart()
  const change = () => store.change('one', 'n', () => 2).then(String, String)
  await expect.poll(change, { timeout: 8_000 }).toBe('2')
})

test('an id without a document holds up no other entry', async () => {
  await redis().flush()
  const store = await open()
  await store.put([{ group: 'one', id: 'm1', due: 5, document: {} }])
  await redis().send('ZADD', '{thirty}:one:due', '1', 'm0')
  expect((await store.listWaiting('one', 9)).map(({ id }) => id)).toEqual(['m1'])
  expect([await store.countWaiting('one'), (await store.nextDue('one', 5))?.id]).toEqual([1, 'm1'])
})

/** A folder with documents of Ada and Bob and a delivery, and a Redis. */
async function setUp() {
  const { folder, store } = await temporaryEntries(Date.now())
  await store.change('ada', 'notes', () => ({ text: 'of Ada' }), 3_600_000)
  await store.change('ada', 'lists', () => [1, 2])
  await store.change('bob', 'notes', () => ({ text: 'of Bob' }))
  await store.put([{ group: 'hook', id: 'm1', due: 5, document: 'delivery' }])
  await store.close()
  const redis = await redisOfTest()
  return { folder, redis, target: await open(redis.url) }
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
