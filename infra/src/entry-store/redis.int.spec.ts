import { setTimeout as delay } from 'node:timers/promises'
import { entryStoreSpec } from '@thirty/infra/testing/entry-store/entry-store-port.ts'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisEntries } from './redis.ts'

const redis = redisForFile()

const open = () => redisEntries(redis().url, () => undefined)

entryStoreSpec('Redis', async () => {
  await redis().flush()
  return {
    store: open(),
    reopen: open,
    pass: (milliseconds) => delay(milliseconds),
    content: async () => JSON.stringify([...(await redisContents(redis().url))]),
  }
})

test('a Redis that does not answer is an outage, which ends with its return', async () => {
  const store = open()
  onTestFinished(() => store.close())
  await store.change('one', 'n', () => 1)
  await redis().kill()
  await expect(store.load('one', 'n')).rejects.toThrow(StoreUnavailable)
  await redis().restart()
  const change = () => store.change('one', 'n', () => 2).then(String, String)
  await expect.poll(change, { timeout: 8_000 }).toBe('2')
})

test('an id without a document holds up no other entry', async () => {
  await redis().flush()
  const store = open()
  onTestFinished(() => store.close())
  await store.put([{ group: 'one', id: 'm1', due: 5, document: {} }])
  await redis().send('ZADD', '{thirty}:one:due', '1', 'm0')
  expect((await store.listWaiting('one', 9)).map(({ id }) => id)).toEqual(['m1'])
  expect([await store.countWaiting('one'), (await store.nextDue('one', 5))?.id]).toEqual([1, 'm1'])
})
