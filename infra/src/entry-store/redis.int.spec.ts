import { setTimeout as delay } from 'node:timers/promises'
import { entryStoreSpec } from '@thirty/infra/testing/entry-store/entry-store-port.ts'
import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { expect, onTestFinished, test } from 'vitest'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { adoptEarlierKeys } from './earlier-keys.ts'
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

test('what earlier releases kept under other keys is there, newer entries stay, and the old keys are gone', async () => {
  await redis().flush()
  const store = open()
  const client = connectRedis(redis().url)
  onTestFinished(() => {
    client.disconnect()
    return store.close()
  })
  await store.change('webhook-receivers', 'newer', () => 'newer')
  for (const command of [
    ['SET', 'deliveries:progress', '{"position":"7"}'],
    ['HSET', 'deliveries:documents:hook', 'm1', '{"n":1}', 'm2', '{"n":2}'],
    ['ZADD', 'deliveries:due:hook', '5', 'm1'],
    ['HSET', 'deliveries:states', 'hook', '{"failed":3}'],
    ['SET', 'sessions-since', '9'],
    ['SADD', 'processes', 'p'],
    ['ZADD', 'presence:ends', '1', 'p'],
    ['HSET', 'presence:visits', 'p', '{}'],
  ])
    await client.call(command[0] ?? '', `{thirty}:${command[1]}`, ...command.slice(2))
  for (let start = 1; start <= 3; start += 1) {
    await adoptEarlierKeys(redis().url)
    expect((await store.list('webhook:hook')).entries).toEqual([
      { id: 'm2', due: null, document: { n: 2 } },
      { id: 'm1', due: 5, document: { n: 1 } },
    ])
    expect((await store.load('webhooks', 'progress'))?.document).toEqual({ position: '7' })
    expect((await store.load('seen-sessions', 'since'))?.document).toBe(9)
    expect((await store.list('webhook-receivers')).entries.map(({ document }) => document)).toEqual(['newer'])
    expect((await client.keys('*')).toSorted()).toEqual(
      ['seen-sessions', 'webhook-receivers', 'webhook:hook', 'webhook:hook:due', 'webhooks'].map(
        (key) => `{thirty}:${key}`,
      ),
    )
    // A process of the earlier release that still ran meanwhile.
    await client.set('{thirty}:deliveries:progress', '{"position":"8"}')
    await client.hset('{thirty}:deliveries:documents:other', 'm3', '{}')
  }
})
