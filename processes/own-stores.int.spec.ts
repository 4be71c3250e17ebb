import { readdirSync } from 'node:fs'
import { redisMarkKey } from '@thirty/infra/log-mark/log-mark.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { startS3Server, testCredentials } from '@thirty/infra/testing/media/s3-server.ts'
import { connectRedis, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { productOfTest, startTestProduct } from './testing/product.ts'

vi.setConfig({ testTimeout: 120_000 })

const newRedis = async () => (await redisOfTest()).url
const foreign = /^REDIS_URL names a Redis with the data of another event log\..*redis:\/\/.*\/2/

test('a second installation on the Redis of the first does not start, and leaves no key behind', async () => {
  const REDIS_URL = await newRedis()
  await productOfTest({ REDIS_URL })
  const folder = await temporaryFolder()
  await expect(startTestProduct({ REDIS_URL }, folder)).rejects.toThrow(foreign)
  // The secrets of the spec are set, but for this one.
  expect(readdirSync(folder)).not.toContain('vapid-private-key')
})

test('an installation with its own data does not start on the Redis of another, until the mark is deleted', async () => {
  const folder = await temporaryFolder()
  const alone = await startTestProduct({}, folder)
  const admin = await alone.admin()
  await alone.stop()
  const REDIS_URL = await newRedis()
  await (await productOfTest({ REDIS_URL })).stop()
  await expect(startTestProduct({ REDIS_URL }, folder)).rejects.toThrow(foreign)
  const redis = connectRedis(REDIS_URL)
  await redis.del(redisMarkKey)
  const again = await productOfTest({ REDIS_URL }, folder)
  expect(await again.send(admin, 'GET /api/auth/users')).toMatchObject([{ _id: admin.id }])
  // An emptied Redis gets the mark anew.
  await again.stop()
  await redis.flushall()
  await (await startTestProduct({ REDIS_URL }, folder)).stop()
  expect(await redis.get(redisMarkKey)).toMatch(/^[0-9a-f-]{36}$/)
})

test('after the change to Redis, people have the drafts and subscriptions that they had without it', async () => {
  const folder = await temporaryFolder()
  const alone = await startTestProduct({}, folder)
  await alone.core.personalDocuments.change('ada', 'drafts', () => ['Of Ada'])
  await alone.stop()
  const REDIS_URL = await newRedis()
  const shared = await productOfTest({ REDIS_URL }, folder)
  expect(await shared.core.personalDocuments.load('ada', 'drafts')).toEqual(['Of Ada'])
  expect(readdirSync(folder).filter((name) => name.startsWith('personal.db'))).toEqual([])
})

test('moved checkpoints of another database of the same Redis are not heard', async () => {
  const REDIS_URL = await newRedis()
  const first = await productOfTest({ REDIS_URL })
  const second = await productOfTest({ REDIS_URL: `${REDIS_URL}/2` })
  const ownHead = await second.core.log.head()
  const heard = { first: 0, ofOther: 0 }
  first.core.store.watch(() => void (heard.first += 1))
  second.core.store.watch(({ position }) => void (heard.ofOther += position > ownHead ? 1 : 0))
  for (let people = 0; people < 3; people += 1) await first.participant()
  expect(await first.core.log.head()).toBeGreaterThan(ownHead)
  await expect.poll(() => heard.first, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(heard.ofOther).toBe(0)
})

test('a second installation does not start on the bucket of the first, and the first starts again', async () => {
  const storage = await startS3Server()
  onTestFinished(storage.discard)
  const settings = {
    S3_ENDPOINT: storage.endpoint,
    S3_BUCKET: 'thirty-pictures',
    S3_ACCESS_KEY_ID: testCredentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
  }
  const folder = await temporaryFolder()
  await (await startTestProduct(settings, folder)).stop()
  const refusal = /^S3_BUCKET thirty-pictures holds images of another event log\./
  await expect(startTestProduct(settings)).rejects.toThrow(refusal)
  await (await startTestProduct(settings, folder)).stop()
})
