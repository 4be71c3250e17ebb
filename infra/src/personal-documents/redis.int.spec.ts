import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { personalDocumentsSpec } from '@thirty/infra/testing/personal-documents/personal-documents-port.ts'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'
import { redisForFile } from '@thirty/infra/testing/read-models/redis-for-file.ts'
import { StoreUnavailable } from '../read-models/read-models.ts'
import { redisPersonalDocuments } from './redis.ts'

const redis = redisForFile()

const open = () => redisPersonalDocuments(redis().url, () => undefined)

personalDocumentsSpec('Redis', async () => {
  await redis().flush()
  const content = async () => JSON.stringify([...(await redisContents(redis().url))])
  return { documents: open(), reopen: open, content }
})

test('documents expire half a year after the last change of one of them', async () => {
  await redis().flush()
  const documents = open()
  onTestFinished(() => documents.close())
  const client = new Redis(redis().url)
  onTestFinished(() => client.disconnect())
  await documents.change('ada', 'notes', () => ['One'])
  const [key = ''] = await client.keys('*person:ada')
  const days = async () => (await client.ttl(key)) / 86_400
  expect(await days()).toBeCloseTo(180, 1)
  await client.expire(key, 60)
  await documents.change('ada', 'lists', () => ['Two'])
  expect(await days()).toBeCloseTo(180, 1)
})

test('a Redis that does not answer is an outage, which ends with its return', async () => {
  const documents = open()
  onTestFinished(() => documents.close())
  await documents.change('ada', 'notes', () => ({ text: 'Kept' }))
  await redis().kill()
  await expect(documents.load('ada', 'notes')).rejects.toThrow(StoreUnavailable)
  await redis().restart()
  await expect
    .poll(() => documents.change('ada', 'notes', () => ({ text: 'Again' })).then(() => 'changed', String), {
      timeout: 8_000,
    })
    .toBe('changed')
})
