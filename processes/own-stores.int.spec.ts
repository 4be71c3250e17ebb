import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { redisMarkKey } from '@thirty/infra/log-mark/redis.ts'
import { startS3Server, testCredentials } from '@thirty/infra/testing/media/s3-server.ts'
import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { password, startTestProduct } from './testing/product.ts'

// The tests start a whole product several times.
vi.setConfig({ testTimeout: 120_000 })

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-own-stores-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
async function newRedis() {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  return redis
}
const foreign = /^REDIS_URL names a Redis with the data of another event log\..*redis:\/\/.*\/2/

test('a second installation on the Redis of the first does not start, and leaves no key behind', async () => {
  const { url } = await newRedis()
  const first = await startTestProduct({ REDIS_URL: url })
  onTestFinished(first.close)
  const folder = newFolder()
  const start = startTestProduct({ REDIS_URL: url }, folder)
  await expect(start).rejects.toThrow(foreign)
  // The secrets of the spec are set, but for this one.
  expect(readdirSync(folder)).not.toContain('vapid-private-key')
})

test('an installation with data of its own does not start on the Redis of another', async () => {
  const folder = newFolder()
  const alone = await startTestProduct({}, folder)
  await alone.participant()
  await alone.stop()
  const { url } = await newRedis()
  const first = await startTestProduct({ REDIS_URL: url })
  onTestFinished(first.close)
  await expect(startTestProduct({ REDIS_URL: url }, folder)).rejects.toThrow(foreign)
})

test('the number of the database separates two installations on one Redis', async () => {
  const { url } = await newRedis()
  const first = await startTestProduct({ REDIS_URL: url })
  onTestFinished(first.close)
  const second = await startTestProduct({ REDIS_URL: `${url}/2` })
  onTestFinished(second.close)
  const person = await first.participant()
  const names = async (product: typeof first) => {
    const { token } = await product.admin()
    const { json } = await product.ask({ method: 'GET', path: '/api/auth/users', token })
    return JSON.stringify(json)
  }
  expect(await names(first)).toContain(person.id)
  expect(await names(second)).not.toContain(person.id)
})

test('moved checkpoints of another database of the same Redis are not heard', async () => {
  const { url } = await newRedis()
  const [first, second] = [
    await startTestProduct({ REDIS_URL: url }),
    await startTestProduct({ REDIS_URL: `${url}/2` }),
  ]
  onTestFinished(first.close)
  onTestFinished(second.close)
  const ownHead = await second.core.log.head()
  const heard = { first: 0, ofOther: 0 }
  first.core.store.watch(() => void (heard.first += 1))
  second.core.store.watch(({ position }) => void (heard.ofOther += position > ownHead ? 1 : 0))
  for (let people = 0; people < 3; people += 1) await first.participant()
  expect(await first.core.log.head()).toBeGreaterThan(ownHead)
  await expect.poll(() => heard.first, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(heard.ofOther).toBe(0)
})

test('a restored copy of the data folder, an older copy of the log, and an emptied Redis start as before', async () => {
  const { url } = await newRedis()
  const redis = connectRedis(url)
  onTestFinished(() => redis.disconnect())
  const folder = newFolder()
  const settings = { REDIS_URL: url }
  const first = await startTestProduct(settings, folder)
  await first.participant()
  await first.stop()
  const older = newFolder()
  await cp(folder, older, { recursive: true })
  const second = await startTestProduct(settings, folder)
  const body = { fullName: 'Later', username: 'later', email: 'later@people.example', password }
  expect((await second.ask({ method: 'POST', path: '/api/auth/signup', body })).status).toBe(201)
  await second.stop()
  const putBack = await startTestProduct(settings, older)
  await putBack.stop()
  await redis.flushall()
  const emptied = await startTestProduct(settings, older)
  expect(await redis.get(redisMarkKey)).toMatch(/^[0-9a-f-]{36}$/)
  await emptied.stop()
})

test('a Redis is given to another log by deleting its mark', async () => {
  const { url } = await newRedis()
  const redis = connectRedis(url)
  onTestFinished(() => redis.disconnect())
  const first = await startTestProduct({ REDIS_URL: url })
  await first.close()
  await expect(startTestProduct({ REDIS_URL: url })).rejects.toThrow(foreign)
  await redis.del(redisMarkKey)
  const second = await startTestProduct({ REDIS_URL: url })
  onTestFinished(second.close)
  const { token } = await second.admin()
  expect((await second.ask({ method: 'GET', path: '/api/auth/users', token })).status).toBe(200)
})

test('a second installation does not start on the bucket of the first, and the first starts again', async () => {
  const storage = await startS3Server()
  onTestFinished(storage.discard)
  const { accessKeyId, secretAccessKey } = testCredentials
  const settings = {
    S3_ENDPOINT: storage.endpoint,
    S3_BUCKET: 'thirty-pictures',
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const folder = newFolder()
  const first = await startTestProduct(settings, folder)
  await first.stop()
  await expect(startTestProduct(settings)).rejects.toThrow(
    /^S3_BUCKET thirty-pictures holds images of another event log\./,
  )
  const again = await startTestProduct(settings, folder)
  await again.stop()
})
