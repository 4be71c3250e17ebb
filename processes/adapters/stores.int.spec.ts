import { readdir } from 'node:fs/promises'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startTestProduct } from '../testing/product.ts'

test('after the change to Redis, people have the personal documents that they had without it', async () => {
  const embedded = await startTestProduct()
  onTestFinished(() => embedded.close())
  await embedded.core.personalDocuments.change('ada', 'notes', () => ['Of Ada'])
  await embedded.stop()
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const shared = await startTestProduct({ REDIS_URL: redis.url }, embedded.folder)
  onTestFinished(() => shared.stop())
  expect(await shared.core.personalDocuments.load('ada', 'notes')).toEqual(['Of Ada'])
  expect((await readdir(embedded.folder)).filter((name) => name.startsWith('personal.db'))).toEqual([])
})
